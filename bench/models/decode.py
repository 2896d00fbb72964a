"""One decode step of a Llama: the caches are buffers that are written in place, the position is an input."""
import torch
import torch.nn.functional as F
from torch import nn

from .registry import model


class Layer(nn.Module):
    def __init__(self, width, inner, heads, groups, length):
        super().__init__()
        self.size, self.heads, self.groups = width // heads, heads, groups
        self.first, self.second = nn.RMSNorm(width), nn.RMSNorm(width)
        self.query, self.out = (nn.Linear(width, width, bias=False) for _ in range(2))
        self.key, self.value = (nn.Linear(width, groups * self.size, bias=False) for _ in range(2))
        self.gate, self.up = (nn.Linear(width, inner, bias=False) for _ in range(2))
        self.down = nn.Linear(inner, width, bias=False)
        for name in ("keys", "values"):
            self.register_buffer(name, torch.zeros(1, groups, length, self.size))

    def rotate(self, x, cos, sin):
        low, high = x.chunk(2, -1)
        return x * cos + torch.cat([-high, low], -1) * sin

    def attend(self, x, position, cos, sin, seen):
        split = lambda t, n: t.view(1, 1, n, self.size).transpose(1, 2)
        self.keys.index_copy_(2, position, self.rotate(split(self.key(x), self.groups), cos, sin))
        self.values.index_copy_(2, position, split(self.value(x), self.groups))
        query = self.rotate(split(self.query(x), self.heads), cos, sin)
        y = F.scaled_dot_product_attention(query, self.keys, self.values, attn_mask=seen, enable_gqa=True)
        return self.out(y.transpose(1, 2).reshape(1, 1, -1))

    def forward(self, x, *place):
        x = x + self.attend(self.first(x), *place)
        y = self.second(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y))


class Llama(nn.Module):
    def __init__(self, width=2048, inner=8192, layers=16, heads=32, groups=8, words=128256, length=2048):
        super().__init__()
        self.length = length
        self.words = nn.Embedding(words, width)
        self.layers = nn.ModuleList(Layer(width, inner, heads, groups, length) for _ in range(layers))
        self.norm = nn.RMSNorm(width)
        half = width // heads // 2
        self.register_buffer("rates", 500000.0 ** (-torch.arange(half) / half))

    def forward(self, token, position):
        angle = (position.float()[:, None] * self.rates).repeat(1, 2)
        cos, sin = angle.cos().to(torch.bfloat16), angle.sin().to(torch.bfloat16)
        seen = (torch.arange(self.length) <= position)[None, None, None]
        x = self.words(token)
        for layer in self.layers:
            x = layer(x, position, cos, sin, seen)
        return F.linear(self.norm(x), self.words.weight)


@model("llama_1b_decode")
def decode():
    net = Llama()
    rates = net.rates.clone()
    net = net.to(torch.bfloat16)
    net.rates = rates
    return net, (torch.tensor([[5]]), torch.tensor([1000]))
