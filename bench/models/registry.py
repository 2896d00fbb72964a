"""Models of the benchmarks by name: a function that makes the module and its inputs."""
import torch

MODELS = {}


def model(name, *arguments, **more):
    """Registers the decorated function, called with these arguments, as NAME."""
    def register(build):
        MODELS[name] = lambda: build(*arguments, **more)
        return build
    return register


def normal(*shape, dtype=torch.float32):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(1)).to(dtype)


def ids(*shape):
    return torch.randint(0, 1000, shape, generator=torch.Generator().manual_seed(1))
