"""Ground floor: files, processes, threads and arguments; imports no other room."""
