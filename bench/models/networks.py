"""Whole models with random weights. Libraries are imported where they are needed: a missing one costs its models only."""
import torch
from torch import nn

from .registry import ids, model, normal


class Plain(nn.Module):
    """A model of transformers: inputs by position, one output, no cache."""

    def __init__(self, net, names, output):
        super().__init__()
        self.net, self.names, self.output = net, names, output
        self.more = {"use_cache": False} if hasattr(net.config, "use_cache") else {}

    def forward(self, *inputs):
        return self.net(**dict(zip(self.names, inputs)), **self.more)[self.output]


def transformer(kind, config, names, output, **fields):
    import transformers
    settings = getattr(transformers, config)(**fields)
    net = getattr(transformers, kind)
    settings._attn_implementation = "sdpa" if getattr(net, "_supports_sdpa", False) else "eager"
    return Plain(net(settings), names, output)


LARGE = {"hidden_size": 1024, "num_hidden_layers": 24, "num_attention_heads": 16, "intermediate_size": 4096}


@model("bert_base", 1)
@model("bert_base_b8", 8)
@model("bert_large", 1, **LARGE)
def bert(batch, **fields):
    net = transformer("BertModel", "BertConfig", ["input_ids", "attention_mask"], "last_hidden_state", **fields)
    return net, (ids(batch, 128), torch.ones(batch, 128, dtype=torch.long))


@model("gpt2")
def gpt2():
    return transformer("GPT2LMHeadModel", "GPT2Config", ["input_ids"], "logits"), (ids(1, 128),)


@model("vit_b16")
def vit():
    net = transformer("ViTForImageClassification", "ViTConfig", ["pixel_values"], "logits", num_labels=1000)
    return net, (normal(1, 3, 224, 224),)


LLAMA = {"hidden_size": 2048, "intermediate_size": 8192, "num_hidden_layers": 16, "num_attention_heads": 32,
         "num_key_value_heads": 8, "vocab_size": 128256, "tie_word_embeddings": True}


@model("llama_1b_prefill")
def llama():
    return transformer("LlamaForCausalLM", "LlamaConfig", ["input_ids"], "logits", **LLAMA).to(torch.bfloat16), (ids(1, 128),)


@model("whisper_base_encoder")
def whisper():
    from transformers import WhisperConfig
    from transformers.models.whisper.modeling_whisper import WhisperEncoder
    config = WhisperConfig(d_model=512, encoder_layers=6, encoder_attention_heads=8, encoder_ffn_dim=2048, num_mel_bins=80)
    return Plain(WhisperEncoder(config), ["input_features"], "last_hidden_state"), (normal(1, 80, 3000),)


@model("resnet50", "resnet50", 1)
@model("resnet50_b8", "resnet50", 8)
@model("convnext_tiny", "convnext_tiny", 1)
@model("swin_t", "swin_t", 1)
@model("mobilenet_v2", "mobilenet_v2", 1)
@model("efficientnet_b0", "efficientnet_b0", 1)
@model("densenet121", "densenet121", 1)
def vision(name, batch):
    import torchvision
    return getattr(torchvision.models, name)(weights=None), (normal(batch, 3, 224, 224),)


def twice(inputs, outputs):
    layers = []
    for width in (inputs, outputs):
        layers += [nn.Conv2d(width, outputs, 3, padding=1), nn.BatchNorm2d(outputs), nn.ReLU()]
    return nn.Sequential(*layers)


class UNet(nn.Module):
    """Five levels of 64 to 1024 channels, 31 million parameters."""

    def __init__(self, widths=(64, 128, 256, 512, 1024)):
        super().__init__()
        self.down = nn.ModuleList(twice(i, o) for i, o in zip((3, *widths), widths))
        pairs = list(zip(widths[::-1], widths[-2::-1]))
        self.wider = nn.ModuleList(nn.ConvTranspose2d(i, o, 2, 2) for i, o in pairs)
        self.up = nn.ModuleList(twice(i, o) for i, o in pairs)
        self.head = nn.Conv2d(widths[0], 1, 1)

    def forward(self, x):
        kept = []
        for level, layer in enumerate(self.down):
            x = layer(nn.functional.max_pool2d(x, 2) if level else x)
            kept.append(x)
        for wider, layer, skip in zip(self.wider, self.up, kept[-2::-1]):
            x = layer(torch.cat([skip, wider(x)], 1))
        return self.head(x)


@model("unet")
def unet():
    return UNet(), (normal(1, 3, 256, 256),)
