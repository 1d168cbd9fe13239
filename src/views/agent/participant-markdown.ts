import { type AgentLink, readLink } from '../../agent/links.ts';

/**
 * The agent's Markdown for the editor's chat: links to places become what the editor opens. Works on pieces of a stream:
 * what may become a link is held back until it is one.
 */
export class LinkWriter {
  readonly #target: (link: AgentLink) => string | undefined;
  #held = '';

  /** @param target what a place is opened by; a link to a place without one is shown as its words */
  constructor(target: (link: AgentLink) => string | undefined) {
    this.#target = target;
  }

  add(text: string): string {
    this.#held += text;
    const from = unfinished(this.#held);
    const ready = this.#held.slice(0, from);
    this.#held = this.#held.slice(from);
    return this.#written(ready);
  }

  end(): string {
    const rest = this.#held;
    this.#held = '';
    return this.#written(rest);
  }

  #written(text: string): string {
    return text.replace(places, (_, shown: string, address: string) => {
      const link = readLink(address);
      const target = link && this.#target(link);
      return target === undefined ? shown : `[${shown}](${target})`;
    });
  }
}

const places = /\[((?:[^\]\\]|\\.)*)\]\((parapet:[^()\s]*)\)/g;
const longestHeld = 2_000;

/** Where a link begins that has not come to its end. */
function unfinished(text: string): number {
  const from = text.lastIndexOf('\n') + 1;
  const open = /(?<!\\)\[(?:(?:[^\]\\]|\\.)*\\?|(?:[^\]\\]|\\.)*\](?:\([^()\s]*)?)$/.exec(text.slice(from));
  return open && text.length - from - open.index < longestHeld ? from + open.index : text.length;
}
