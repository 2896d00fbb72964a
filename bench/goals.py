"""What is wanted of each model: rows of the benchmark, in the order of the table."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Goal:
    """At most `us`, or `bound` times the roofline bound, plus `slack` microseconds."""
    us: float = 0
    bound: float = 0
    slack: float = 0

    def limit(self, outcome):
        return (self.us or self.bound * outcome.bound_us) + self.slack

    def __str__(self):
        text = f"{self.us:g} us" if self.us else f"{self.bound:g} x bound"
        return text + (f" + {self.slack:g} us" if self.slack else "")


@dataclasses.dataclass(frozen=True)
class Row:
    model: str
    target: str
    goal: Goal
    cast: bool = False  # contractions in bf16
    group: str = "kernel"  # or what the geometric means are over
    seconds: float = 0  # wanted of the compile, whole process

    @property
    def options(self):
        return ["--auto-cast", "matmult"] if self.cast else []


def network(model, target, goal, cast=True, group="transformer", seconds=0.0):
    return Row(model, target, goal, cast, group, seconds)


ROWS = [
    Row("matmul_4096x8192x8192_bf16", "trn1", Goal(us=6300)),
    Row("matmul_4096x8192x8192_fp32", "trn2", Goal(us=28300)),
    Row("matmul_1024_bf16", "trn2", Goal(bound=1.25), seconds=0.3),
    Row("matmul_2048_bf16", "trn2", Goal(bound=1.25)),
    Row("matmul_123x457x789_bf16", "trn2", Goal(bound=1, slack=4)),
    Row("matmul_4096x4096x32_bf16", "trn2", Goal(bound=1.25)),
    Row("attention_16384_d128_causal", "trn2", Goal(us=1300)),
    Row("attention_9216_d64", "trn2", Goal(us=800)),
    Row("attention_16384x2048_d128", "trn2", Goal(us=330)),
    Row("attention_3x2048_d128_causal", "trn2", Goal(us=130)),
    Row("gated_mlp_2048x8448x1408", "trn2", Goal(us=2249)),  # 65 TFLOPS
    Row("gated_mlp_1x8192x448", "trn2", Goal(us=68)),
    Row("rms_norm_4096", "trn2", Goal(bound=1.2)),
    Row("softmax_4096", "trn2", Goal(bound=1.2)),
    Row("layer_norm_plain_4096", "trn2", Goal(bound=1.2)),
    Row("layer_norm_4096", "trn2", Goal(bound=1.8)),
    Row("mamba_scan_512x256x16", "trn1", Goal(us=172.93), seconds=2),
    Row("depthwise_8x256x56x56_3x3", "trn2", Goal(bound=3.3)),
    Row("depthwise_8x256x4096_7", "trn2", Goal(bound=3.3)),
    Row("first_convolution_224", "trn2", Goal(us=18)),
    network("bert_base", "inf2", Goal(us=730), seconds=1),
    network("bert_base_b8", "inf2", Goal(bound=1.25)),
    network("bert_large", "inf2", Goal(us=2450)),
    network("resnet50", "inf2", Goal(us=300), seconds=1),
    network("resnet50_b8", "inf2", Goal(bound=1.6)),
    network("vit_b16", "inf2", Goal(us=750), seconds=1),
    network("gpt2", "trn2", Goal(bound=1.15), seconds=1),
    network("llama_1b_prefill", "trn2", Goal(bound=1.15), cast=False, seconds=5),
    network("llama_1b_decode", "trn2", Goal(bound=1.15), cast=False),
    network("convnext_tiny", "trn2", Goal(bound=3), group="other"),
    network("swin_t", "trn2", Goal(bound=3), group="other"),
    network("unet", "trn2", Goal(bound=3), group="other"),
    network("whisper_base_encoder", "trn2", Goal(bound=3), group="other"),
    network("mobilenet_v2", "trn2", Goal(bound=6), group="other"),
    network("efficientnet_b0", "trn2", Goal(bound=6), group="other"),
    network("densenet121", "trn2", Goal(bound=6), group="other", seconds=1),
]
# What the geometric means of predicted / bound should be.
MEANS = [("transformers and ResNet-50", ("transformer",), 1.25), ("all whole models", ("transformer", "other"), 1.8)]
