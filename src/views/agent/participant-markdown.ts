import { type AgentLink, readLink } from '../../agent/links.ts';

/** Characters of a link; of a longer one nothing is held back. */
const longestLink = 2_000;

/**
 * The agent's Markdown for the editor's chat: links to places become what the editor opens. Works on pieces of a stream:
 * what may become a link is held back until it is one, or cannot be one any more.
 */
export class LinkWriter {
  readonly #target: (link: AgentLink) => string | undefined;
  #state: 'text' | 'escape' | 'label' | 'labelEscape' | 'labelled' | 'target' = 'text';
  #held = '';
  #label = '';
  #address = '';
  #written = '';

  /** @param target what a place is opened by; a link to a place without one is shown as its words */
  constructor(target: (link: AgentLink) => string | undefined) {
    this.#target = target;
  }

  add(text: string): string {
    for (const character of text) this.#feed(character);
    return this.#take();
  }

  end(): string {
    this.#release();
    return this.#take();
  }

  #take(): string {
    const written = this.#written;
    this.#written = '';
    return written;
  }

  #feed(character: string): void {
    switch (this.#state) {
      case 'text':
        if (character === '[') return this.#hold(character);
        if (character === '\\') this.#state = 'escape';
        this.#written += character;
        return;
      case 'escape':
        this.#state = 'text';
        this.#written += character;
        return;
      case 'label':
      case 'labelEscape':
        return this.#inLabel(character);
      case 'labelled':
        if (character === '(') {
          this.#held += character;
          this.#state = 'target';
          return;
        }
        this.#release();
        return this.#feed(character);
      case 'target':
        return this.#inTarget(character);
    }
  }

  #hold(character: string): void {
    this.#release();
    this.#held = character;
    this.#label = '';
    this.#address = '';
    this.#state = 'label';
  }

  #release(): void {
    this.#written += this.#held;
    this.#held = '';
    this.#state = 'text';
  }

  #inLabel(character: string): void {
    const isEscaped = this.#state === 'labelEscape';
    if (character === '[' && !isEscaped) return this.#hold(character);
    this.#held += character;
    if (character === '\n' || this.#held.length > longestLink) return this.#release();
    if (character === ']' && !isEscaped) {
      this.#state = 'labelled';
      return;
    }
    this.#label += character;
    this.#state = character === '\\' && !isEscaped ? 'labelEscape' : 'label';
  }

  #inTarget(character: string): void {
    if (character === ')' && this.#address.startsWith('parapet:')) {
      const link = readLink(this.#address);
      const target = link && this.#target(link);
      this.#held = target === undefined ? this.#label : `[${this.#label}](${target})`;
      return this.#release();
    }
    this.#held += character;
    this.#address += character;
    if (/[()\s]/.test(character) || this.#held.length > longestLink) this.#release();
  }
}
