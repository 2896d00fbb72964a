"""Single kernels, from the plain graph."""
import torch
import torch.nn.functional as F
from torch import nn

from .registry import model, normal

BF16, F32 = torch.bfloat16, torch.float32


class Matmul(nn.Module):
    def forward(self, a, b):
        return a @ b


@model("matmul_4096x8192x8192_bf16", 4096, 8192, 8192, BF16)
@model("matmul_4096x8192x8192_fp32", 4096, 8192, 8192, F32)
@model("matmul_1024_bf16", 1024, 1024, 1024, BF16)
@model("matmul_2048_bf16", 2048, 2048, 2048, BF16)
@model("matmul_123x457x789_bf16", 123, 457, 789, BF16)
@model("matmul_4096x4096x32_bf16", 4096, 4096, 32, BF16)
def matmul(m, k, n, dtype):
    return Matmul(), (normal(m, k, dtype=dtype), normal(k, n, dtype=dtype))


class Attention(nn.Module):
    def __init__(self, causal):
        super().__init__()
        self.causal = causal

    def forward(self, q, k, v):
        return F.scaled_dot_product_attention(q, k, v, is_causal=self.causal)


@model("attention_16384_d128_causal", 1, 16384, 16384, 128, True)
@model("attention_9216_d64", 1, 9216, 9216, 64, False)
@model("attention_16384x2048_d128", 1, 2048, 16384, 128, False)
@model("attention_3x2048_d128_causal", 3, 2048, 2048, 128, True)
def attention(heads, queries, keys, size, causal):
    q, k = normal(1, heads, queries, size, dtype=BF16), normal(1, heads, keys, size, dtype=BF16)
    return Attention(causal), (q, k, k.clone())


class GatedMlp(nn.Module):
    def __init__(self, hidden, inner):
        super().__init__()
        self.gate, self.up = (nn.Linear(hidden, inner, bias=False) for _ in range(2))
        self.down = nn.Linear(inner, hidden, bias=False)

    def forward(self, x):
        return self.down(F.silu(self.gate(x)) * self.up(x))


@model("gated_mlp_2048x8448x1408", 2048, 8448, 1408)
@model("gated_mlp_1x8192x448", 1, 8192, 448)
def gated_mlp(tokens, hidden, inner):
    return GatedMlp(hidden, inner).to(BF16), (normal(tokens, hidden, dtype=BF16),)


@model("rms_norm_4096", nn.RMSNorm, 4096)
@model("layer_norm_plain_4096", nn.LayerNorm, 4096, elementwise_affine=False)
@model("layer_norm_4096", nn.LayerNorm, 4096)
@model("softmax_4096", nn.Softmax, -1)
def rows(kind, size, **more):
    return kind(size, **more).to(BF16), (normal(4096, 4096, dtype=BF16),)


class Depthwise(nn.Module):
    """A convolution whose channels do not meet."""

    def __init__(self, kind, channels, taps):
        super().__init__()
        self.convolution = kind(channels, channels, taps, padding=taps // 2, groups=channels)

    def forward(self, x):
        return self.convolution(x)


@model("depthwise_8x256x56x56_3x3", nn.Conv2d, 3, 8, 256, 56, 56)
@model("depthwise_8x256x4096_7", nn.Conv1d, 7, 8, 256, 4096)
def depthwise(kind, taps, *shape):
    return Depthwise(kind, shape[1], taps).to(BF16), (normal(*shape, dtype=BF16),)


@model("first_convolution_224")
def first_convolution():
    return nn.Conv2d(3, 64, 7, 2, 3, bias=False).to(BF16), (normal(1, 3, 224, 224, dtype=BF16),)


class Scan(nn.Module):
    """The state-space scan of Mamba as a loop over the tokens, which the export unrolls."""

    def forward(self, x, delta, a, b, c):
        state, outputs = torch.zeros_like(a), []
        for t in range(x.shape[1]):
            decay = torch.exp(delta[:, t, None] * a)
            state = decay * state + (delta[:, t] * x[:, t])[:, None] * b[None, :, t]
            outputs.append((state * c[None, :, t]).sum(1))
        return torch.stack(outputs, 1)


@model("mamba_scan_512x256x16", 512, 256, 16)
def scan(tokens, channels, size):
    step = torch.nn.functional.softplus(normal(channels, tokens))
    return Scan(), (normal(channels, tokens), step, -torch.exp(normal(channels, size)), normal(size, tokens), normal(size, tokens))
