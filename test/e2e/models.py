"""The small models of the end-to-end tests: MODELS[name] = Model(build, inputs, dims).

Each one is about one thing, named in its comment. `make_models.py` exports them.
"""
from collections import namedtuple

import torch
import torch.nn.functional as F
from torch import nn
from torch.export import Dim

Model = namedtuple("Model", "build inputs dims", defaults=[None])
MODELS = {}


def normal(*shape, seed=2):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def integers(low, high, *shape, seed=1):
    return torch.randint(low, high, shape, generator=torch.Generator().manual_seed(seed))


def model(name, *inputs, dims=None):
    """Registers the decorated class or function under `name`."""
    def register(build):
        MODELS[name] = Model(build, inputs, dims)
        return build
    return register


@model("lenet", normal(4, 1, 28, 28))
def lenet():  # convolutions, both kinds of pooling, flatten
    features = [nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(6, 16, 5), nn.ReLU(), nn.AvgPool2d(2)]
    head = [nn.Flatten(), nn.Linear(400, 120), nn.Tanh(), nn.Linear(120, 84), nn.Sigmoid(), nn.Linear(84, 10)]
    return nn.Sequential(*features, *head)


@model("inplace_bn", normal(2, 3, 32, 32))
class InPlaceNorm(nn.Module):  # relu_ and add_ on values that are used again
    def __init__(self):
        super().__init__()
        self.first = nn.Sequential(nn.Conv2d(3, 16, 3, padding=1), nn.BatchNorm2d(16))
        self.second = nn.Sequential(nn.Conv2d(16, 16, 3, padding=1), nn.BatchNorm2d(16))

    def forward(self, x):
        skip = F.relu_(self.first(x))
        return F.avg_pool2d(F.relu_(self.second(skip)).add_(skip), 4)


@model("slice_assign", normal(2, 8, 5), normal(2, 5))
class SliceAssign(nn.Module):  # writes through strided views, and through a view of all of it
    def forward(self, x, y):
        z = x.clone()
        z[:, 1:5:2, :].mul_(2.0)
        z[:, -1] = y
        flat = z.view(-1)
        flat[3] += 1
        return z, flat.sum()


@model("buffers", normal(2, 10, 16))
class Buffers(nn.Module):  # a buffer that is not saved, and one that each run changes
    def __init__(self):
        super().__init__()
        self.register_buffer("frequencies", 10000 ** (-torch.arange(0, 16, 2) / 16), persistent=False)
        self.register_buffer("steps", torch.zeros(1))
        self.linear = nn.Linear(16, 16)

    def forward(self, x):
        self.steps.add_(1)
        angles = torch.outer(torch.arange(x.shape[1], dtype=torch.float32), self.frequencies)
        low, high = x.chunk(2, -1)
        rotated = x * angles.cos().repeat(1, 2) + torch.cat([-high, low], -1) * angles.sin().repeat(1, 2)
        return self.linear(rotated) + self.steps


@model("gru", normal(5, 2, 10), normal(2, 2, 20))
def gru():  # two layers of a recurrence, with a first state
    return nn.GRU(10, 20, 2)


@model("conv1d_grouped", normal(1, 64, 39))
def conv1d_grouped():  # a window wider than the input
    return nn.Conv1d(64, 64, 128, padding=64, groups=16)


@model("moe", normal(16, 32))
class MixtureOfExperts(nn.Module):  # top-k, scatter, products over experts
    def __init__(self, experts=4, width=32, hidden=64):
        super().__init__()
        self.gate = nn.Linear(width, experts)
        self.up = nn.Parameter(torch.randn(experts, width, hidden) * width ** -0.5)
        self.down = nn.Parameter(torch.randn(experts, hidden, width) * hidden ** -0.5)

    def forward(self, x):
        share, chosen = torch.topk(self.gate(x).softmax(-1), 2, -1)
        weights = torch.zeros(x.shape[0], self.up.shape[0]).scatter(1, chosen, share)
        hidden = F.silu(torch.einsum("td,edh->teh", x, self.up))
        return torch.einsum("teh,ehd,te->td", hidden, self.down, weights)


@model("selective_scan", normal(2, 24, 16), normal(2, 24, 16))
class SelectiveScan(nn.Module):  # an unrolled recurrence
    def forward(self, gate, x):
        state, states = torch.zeros_like(x[:, 0]), []
        for t in range(x.shape[1]):
            state = gate[:, t].sigmoid() * state + x[:, t]
            states.append(state)
        return torch.stack(states, 1)


@model("cumulative", normal(2, 7, 9))
class Cumulative(nn.Module):  # scans, sorting, arg-reductions
    def forward(self, x):
        reduced = torch.where(x > 0, x, x.exp() - 1).amax((0, 2))
        return x.cumsum(1), x.sort(-1).values, x.argmax(-1), x.topk(3).indices, x.flip(1), reduced


@model("integer_maths", integers(-500, 500, 4, 6), integers(1, 1001, 4, 6))
class IntegerMaths(nn.Module):  # division, remainder, bits, buckets
    def forward(self, i, j):
        buckets = torch.bucketize(i, torch.tensor([10, 100, 500]))
        return i // 7, i % 7, i * j, (i & j) | 3, i << 2, i.float() / j.float(), (i > j).sum(), buckets


def _wide(seed):
    x = integers(-2**62, 2**62, 5, 8, seed=seed)
    x[1], x[2] = torch.arange(8) - 4, integers(-2**62, 2**62, 8, seed=9)  # small ones; equal ones in row 2
    return x


@model("wide_integers", _wide(7), _wide(8))
class WideIntegers(nn.Module):  # 64-bit integers that 32 bits do not hold
    def __init__(self):
        super().__init__()
        self.register_buffer("w", torch.tensor([2**40 + 1, -2**62 - 12345, 7, -1, 2**53 + 1, 123456789012345, 0, 3]))

    def forward(self, x, y):
        sums = x.sum(-1), torch.cumsum(x, -1), torch.sort(y, dim=-1)[0], x.amax(-1)
        parts = x % 1000003, y // 12345, torch.clamp(x, -5, 2**33), torch.where(x > y, x, self.w)
        return x * self.w + self.w, (x ^ y) >> 7, x == y, x.float(), x.to(torch.int32), x[:, [0, 3, 1]], *sums, *parts


@model("cond", normal(3, 8))
class Cond(nn.Module):  # a branch that depends on data
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(8, 8), nn.Linear(8, 8)

    def forward(self, x):
        return torch.cond(x.sum() > 0, lambda x: self.a(x).relu(), lambda x: self.b(x).tanh(), (x,))


@model("dynamic_batch_mlp", normal(5, 32), dims=({0: Dim("batch", min=1, max=64)},))
def dynamic_batch_mlp():  # a symbolic size
    return nn.Sequential(nn.Linear(32, 64), nn.LayerNorm(64), nn.ReLU(), nn.Linear(64, 8))


@model("dynamic_conv", normal(2, 3, 32, 48),
       dims=({0: Dim("n", min=1, max=8), 2: 4 * Dim("h", min=4, max=32), 3: 4 * Dim("w", min=4, max=32)},))
def dynamic_conv():  # sizes that are multiples of a symbol
    convolutions = [nn.Conv2d(3, 8, 3, 2, 1), nn.BatchNorm2d(8), nn.ReLU(), nn.Conv2d(8, 8, 3, 2, 1)]
    return nn.Sequential(*convolutions, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 5))


@model("kv_decode_step", normal(1, 1, 64), torch.tensor([9]))
class DecodeStep(nn.Module):  # one token; the caches are state that is written in place
    def __init__(self, width=64, heads=4, groups=2, length=32):
        super().__init__()
        self.heads, self.groups, self.size = heads, groups, width // heads
        self.query = nn.Linear(width, width)
        self.key, self.value = (nn.Linear(width, groups * self.size) for _ in range(2))
        self.out = nn.Linear(width, width)
        self.register_buffer("keys", torch.randn(1, groups, length, self.size))
        self.register_buffer("values", torch.randn(1, groups, length, self.size))

    def forward(self, x, position):
        split = lambda t, n: t.view(1, 1, n, self.size).transpose(1, 2)
        self.keys.index_copy_(2, position, split(self.key(x), self.groups))
        self.values.index_copy_(2, position, split(self.value(x), self.groups))
        seen = torch.arange(self.keys.shape[2]) <= position
        y = F.scaled_dot_product_attention(split(self.query(x), self.heads), self.keys, self.values,
                                           attn_mask=seen[None, None, None], enable_gqa=True)
        return self.out(y.transpose(1, 2).reshape(1, 1, -1))


def _keep():
    keep = torch.ones(2, 1, 6, 6, dtype=torch.bool)
    keep[1, :, 2] = False
    return keep


@model("long_attention", normal(1, 1, 1100, 8), *(normal(1, 1, 2300, 8) for _ in range(2)))
class LongAttention(nn.Module):  # rows of scores that stay on chip, with and without a causal end
    def forward(self, q, k, v):
        return F.scaled_dot_product_attention(q, q, q, is_causal=True), F.scaled_dot_product_attention(q[:, :, :130], k, v)


@model("attention_masked_row", *(normal(2, 4, 6, 16) for _ in range(3)), _keep())
class MaskedRow(nn.Module):  # a query whose keys are all masked by the least number
    def forward(self, q, k, v, keep):
        mask = torch.where(keep, 0.0, torch.finfo(torch.float32).min)
        return F.scaled_dot_product_attention(q, k, v, attn_mask=mask)


@model("mlp_bf16", normal(4, 64).to(torch.bfloat16))
def mlp_bf16():  # bfloat16 from end to end
    return nn.Sequential(nn.Linear(64, 256), nn.GELU(), nn.Linear(256, 64)).to(torch.bfloat16)


def _special(*shape):
    """Numbers of which many are alike, and every kind that is none."""
    x = (normal(*shape) * 50).round() / 50
    for i, value in enumerate((float("nan"), float("inf"), -float("inf"), -0.0, 0.0)):
        x.view(-1)[i::29] = value
    return x


@model("orders", _special(3000), _special(5, 300, 2), integers(-2**31, 2**31, 4, 700).to(torch.int32))
class Orders(nn.Module):  # stable, NaN is the greatest; rows below and above what fits a partition
    def forward(self, x, y, z):
        long, short, whole = x.sort(stable=True), y.sort(dim=1, descending=True, stable=True), z.sort(dim=1, stable=True)
        return *long, *short, *whole, z.topk(3)[0], z.topk(300, largest=False)[0], y.argmax(1), y.argmin(1)


@model("embedding_bags", integers(0, 12, 9), torch.tensor([0, 3, 3, 7]), normal(9))
class EmbeddingBags(nn.Module):  # sums, means and maxima of rows; one bag is empty
    def __init__(self):
        super().__init__()
        self.table = nn.Parameter(torch.randn(12, 5))

    def forward(self, rows, offsets, weights):
        bag = lambda mode, **rest: F.embedding_bag(rows, self.table, offsets, mode=mode, **rest)
        return (bag("sum", per_sample_weights=weights), bag("mean", padding_idx=4), bag("max", padding_idx=-3),
                bag("sum", include_last_offset=True))


@model("grouped_experts", normal(14, 8).to(torch.bfloat16), integers(0, 5, 14))
class GroupedExperts(nn.Module):  # rows sorted by expert, each group times its own matrix
    def __init__(self):
        super().__init__()
        self.up = nn.Parameter(torch.randn(6, 8, 16).to(torch.bfloat16))

    def forward(self, x, expert):
        order = torch.argsort(expert)
        counts = torch.histc(expert.float(), bins=6, min=0, max=5)
        ends = torch.cumsum(counts, 0, dtype=torch.int32)
        return torch._grouped_mm(x[order], self.up, offs=ends), counts


@model("diagonals", normal(3, 4, 4), normal(2, 4))
class Diagonals(nn.Module):  # a label twice in one operand; order statistics between two elements
    def forward(self, x, y):
        return (torch.einsum("bii->bi", x), torch.einsum("bii->", x), torch.einsum("bii,ci->bc", x, y),
                x.quantile(0.3, 1), x.quantile(0.75), x.quantile(1.0, -1, keepdim=True))


@model("long_axes", normal(2, 4500), integers(0, 4500, 2, 200), normal(2, 200, seed=3), integers(-9, 9, 9000).to(torch.int32),
       integers(0, 40, 500), integers(-2**30, 2**30, 500, seed=4).to(torch.int32))
class LongAxes(nn.Module):  # elements by index along axes beyond a tile; many updates of one place
    def forward(self, x, i, u, counts, j, w):
        reduced = [x.scatter_reduce(1, i, u, f) for f in ("sum", "prod", "amax")]
        wrapped = [counts.scatter_add(0, j, w), counts.to(torch.int8).scatter_add(0, j, w.to(torch.int8))]
        marked = torch.zeros(8, 4500).scatter(1, i[:, :4].reshape(8, 1), 1.0)
        return counts.gather(0, j * 220), *reduced, *wrapped, counts.scatter_reduce(0, j, w, "amin"), marked


@model("batch_statistics", normal(3, 4, 5, 6))
class BatchStatistics(nn.Module):  # norms by the batch, as core operators (the exporter to ONNX writes something else)
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm2d(4).train()

    def forward(self, x):
        return (torch.ops.aten._native_batch_norm_legit.no_stats(x, None, None, True, 0.1, 1e-5)[0],
                torch.ops.aten._native_batch_norm_legit_functional(
                    x, self.norm.weight, self.norm.bias, self.norm.running_mean, self.norm.running_var, True, 0.1, 1e-5)[0])


@model("large_windows", normal(2, 4, 5, 6))
class LargeWindows(nn.Module):  # pooling windows larger than the image
    def forward(self, x):
        return F.avg_pool2d(x, 9, padding=1, ceil_mode=True), F.max_pool2d(x, (9, 2), ceil_mode=True)


@model("masked_scatter", normal(3, 4, 5), normal(3, 4, 1) > 0, normal(70), normal(2, 2, 3), normal(2, 3, 4))
class MaskedScatter(nn.Module):  # values for the places of a mask; grids of affine maps
    def forward(self, x, keep, values, flat, solid):
        grids = F.affine_grid(flat, (2, 1, 3, 5), align_corners=False), F.affine_grid(solid, (2, 1, 2, 3, 4), align_corners=True)
        return x.masked_scatter(keep, values), torch.cdist(x, x.flip(1)), *grids


@model("deform_conv", normal(2, 4, 6, 7), normal(2, 36, 6, 7)[:, :18], normal(2, 9, 6, 7))
class DeformConv(nn.Module):  # taps that move (needs torchvision)
    def __init__(self):
        super().__init__()
        import torchvision
        self.conv = torchvision.ops.DeformConv2d(4, 6, 3, padding=1, groups=2)

    def forward(self, x, offset, mask):
        return self.conv(x, offset * 0.7, mask), self.conv(x, offset * 3)


@model("far_rows", normal(2, 2, 12, 120))
class FarRows(nn.Module):  # kernel rows so far apart that no piece of the image holds them all
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(2, 3, (5, 3), padding=(80, 1), dilation=(40, 1))

    def forward(self, x):
        return self.conv(x).relu()


@model("doubles", normal(4, 24).double(), normal(4, 6), torch.tensor([[True, False, True], [False] * 3]))
class Doubles(nn.Module):  # f64 as arguments, results, weights, masks and a state, beside f32; one value is given back
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(24, 40), nn.GELU(), nn.Linear(40, 6)).double()
        self.register_buffer("mean", torch.zeros(6, dtype=torch.float64))
        self.register_buffer("scale", torch.linspace(0, 1, 6, dtype=torch.float64))
        # No number: the exporter to ONNX makes -inf of one beyond f32.
        self.register_buffer("least", torch.tensor(torch.finfo(torch.float64).min, dtype=torch.float64))

    def forward(self, x, y, keep):
        h = self.layers(x)
        self.mean.mul_(0.9).add_(h.mean(0), alpha=0.1)
        scores = torch.where(keep, h[:2, :3], self.least)
        return h, x.t(), x.float(), y.double() * self.scale, scores.softmax(-1), self.mean * 2, h.sum(dtype=torch.float32)


@model("random", torch.full((100, 90), 0.25), torch.tensor([0.1, 0.0, 0.4, 0.5]))
class Random(nn.Module):  # other numbers than torch's: what is returned are statistics of many
    def forward(self, p, weights):
        x = [torch.rand_like(p), torch.randn_like(p) / 2, torch.bernoulli(p), F.dropout(p, 0.3, training=True),
             torch.randint(0, 4, (9000,)) / 4, torch.empty_like(p).exponential_(4.0)]
        chosen = torch.multinomial(weights, 4000, replacement=True)
        share = torch.stack([(chosen == i).float().mean() for i in range(4)])
        order = torch.randperm(500)
        return *(t.mean() for t in x), *(t.std() for t in x), share, order.sort()[0], order.float().mean()
