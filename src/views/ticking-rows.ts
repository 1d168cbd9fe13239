/** What of a `vscode.TreeView` is needed here. */
interface Seen {
  readonly visible: boolean;
  readonly onDidChangeVisibility: (listener: (event: { readonly visible: boolean }) => void) => {
    dispose(): void;
  };
}

interface Row<Node> {
  readonly node: Node;
  /** What was drawn. */
  readonly text: string;
  /** What would be drawn now. */
  readonly now: () => string;
}

const everyMs = 15_000;

/** Draws rows again whose text goes by the clock, such as "2 min ago", as long as somebody can see them. */
export class TickingRows<Node> {
  readonly #rows = new Map<string, Row<Node>>();
  readonly #draw: (node: Node) => void;
  readonly #subscription: { dispose(): void };
  #timer: NodeJS.Timeout | undefined;

  constructor(view: Seen, draw: (node: Node) => void) {
    this.#draw = draw;
    this.#subscription = view.onDidChangeVisibility(({ visible }) => this.#see(visible));
    this.#see(view.visible);
  }

  /** Returns the text of a row as it is now, and remembers it for as long as a row of that id is drawn. */
  text(id: string, node: Node, now: () => string): string {
    const text = now();
    this.#rows.set(id, { node, text, now });
    return text;
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#subscription.dispose();
  }

  #see(visible: boolean): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (!visible) return;
    this.#tick();
    this.#timer = setInterval(() => this.#tick(), everyMs);
    this.#timer.unref();
  }

  #tick(): void {
    for (const [id, { node, text, now }] of [...this.#rows]) {
      const next = now();
      if (next === text) continue;
      this.#rows.set(id, { node, text: next, now });
      this.#draw(node);
    }
  }
}
