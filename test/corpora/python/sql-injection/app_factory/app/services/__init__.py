from .export import Exporter
from .shell import run
