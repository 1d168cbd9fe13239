from dataclasses import dataclass, field


@dataclass
class BookQuery:
    title: str
    order: str
    limit: int = 20
    tags: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Rating:
    stars: int
    comment: str
