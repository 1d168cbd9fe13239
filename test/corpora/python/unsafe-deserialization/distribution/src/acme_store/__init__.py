from .snapshots import Store, decode

__all__ = ["Store", "decode"]
