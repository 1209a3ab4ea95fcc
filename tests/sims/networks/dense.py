"""Forward passes of the networks, written separately with NumPy loops over heads and sites."""

import math

import numpy as np
from scipy.special import erf


def relu(x):
    return np.maximum(x, 0.0)


def gelu(x):
    return x * (1 + erf(x / math.sqrt(2))) / 2


def softmax(scores):
    powers = np.exp(scores - scores.max())
    return powers / powers.sum()


def rms_norm(x, gain):
    return np.array([gain * row / math.sqrt(np.mean(row**2) + 1e-6) for row in x])


def layer_norm(x):
    return np.array([(row - row.mean()) / math.sqrt(row.var() + 1e-6) for row in x])


def rotary(x):
    """Turn channel pairs as complex numbers by place times 10000^(-2 i / channels)."""
    places, channels = x.shape
    half = channels // 2
    z = x[:, :half] + 1j * x[:, half:]
    for place in range(places):
        for i in range(half):
            z[place, i] *= np.exp(1j * place * 10_000.0 ** (-2 * i / channels))
    return np.concatenate([z.real, z.imag], axis=1)


def causal_attention(x, w, block, heads):
    q, k, v = (x @ w[f"{block}.{name}"].T for name in ("query", "key", "value"))
    size = x.shape[1] // heads
    mixed = np.zeros_like(x)
    for head in range(heads):
        own = slice(head * size, (head + 1) * size)
        turned_q, turned_k = rotary(q[:, own]), rotary(k[:, own])
        for place in range(len(x)):
            shares = softmax(turned_k[: place + 1] @ turned_q[place] / math.sqrt(size))
            mixed[place, own] = shares @ v[: place + 1, own]
    return mixed @ w[f"{block}.out"].T


def swiglu(x, w, block):
    gate = x @ w[f"{block}.gate"].T
    return (gate / (1 + np.exp(-gate)) * (x @ w[f"{block}.up"].T)) @ w[f"{block}.down"].T


def looped_stream(w, tokens, blocks, eps, heads, branches=("attention", "mlp")):
    """Stream after each visit of a block, for one sequence."""
    h = w["embedding"][tokens]
    stream = [h]
    for block in blocks:
        if "attention" in branches:
            h = h + eps * causal_attention(
                rms_norm(h, w[f"{block}.attention_norm"]), w, block, heads
            )
        if "mlp" in branches:
            h = h + eps * swiglu(rms_norm(h, w[f"{block}.mlp_norm"]), w, block)
        stream.append(h)
    return stream


def convolution(x, weight, *, circular):
    """Sum over offsets, site by site; x is (channel, row, column)."""
    _, rows, columns = x.shape
    half = weight.shape[-1] // 2
    z = np.zeros((len(weight), rows, columns))
    for row in range(rows):
        for column in range(columns):
            for i in range(-half, half + 1):
                for j in range(-half, half + 1):
                    a, b = row + i, column + j
                    if circular:
                        a, b = a % rows, b % columns
                    elif not (0 <= a < rows and 0 <= b < columns):
                        continue
                    z[:, row, column] += weight[:, :, i + half, j + half] @ x[:, a, b]
    return z


def cnn(w, image, depth, phi, *, circular):
    """Pre-activations of every convolution and the outputs, for one image."""
    z = convolution(image, w["0"], circular=circular)
    states = [z]
    for i in range(1, depth):
        z = convolution(phi(z), w[str(i)], circular=circular)
        states.append(z)
    return states, w["head"] @ phi(z).mean(axis=(1, 2))


def resnet(w, image, depth, phi, *, circular):
    """Stream after every block and the outputs, for one image."""
    z = convolution(image, w["0"], circular=circular)
    states = []
    for i in range(1, depth + 1):
        z = z + convolution(phi(z), w[str(i)], circular=circular)
        states.append(z)
    return states, w["head"] @ z.mean(axis=(1, 2))


def vit(w, image, depth, heads, patch, norm):
    """Stream after every branch and the outputs, for one image."""
    side, tokens = image.shape[-1], [w["class"]]
    for row in range(0, side, patch):
        for column in range(0, side, patch):
            pixels = image[:, row : row + patch, column : column + patch]
            tokens.append(np.tensordot(w["patch"], pixels, axes=3))
    h = np.array(tokens) + w["position"]
    size, states = h.shape[1] // heads, []
    for i in range(depth):
        for name in ("attention", "mlp"):
            x = layer_norm(h) if norm == "pre" else h
            if name == "mlp":
                branch = gelu(x @ w[f"{i}.up"].T) @ w[f"{i}.down"].T
            else:
                q, k, v = np.split(x @ w[f"{i}.qkv"].T, 3, axis=1)
                mixed = np.zeros_like(x)
                for head in range(heads):
                    own = slice(head * size, (head + 1) * size)
                    for place in range(len(x)):
                        shares = softmax(k[:, own] @ q[place, own] / math.sqrt(size))
                        mixed[place, own] = shares @ v[:, own]
                branch = mixed @ w[f"{i}.out"].T
            h = h + branch if norm == "pre" else layer_norm(h + branch)
            states.append(h)
    last = layer_norm(h) if norm == "pre" else h
    return states, w["head"] @ last[0]
