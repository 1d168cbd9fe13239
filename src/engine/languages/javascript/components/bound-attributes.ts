import type { Span } from '../../embedded.ts';
import type { Attribute, Tag } from './tags.ts';
import type { TemplateCode } from './template-code.ts';

/** Writes calls for what elements are given, where braces hold code: in Svelte and Astro. */
export class BoundAttributes {
  readonly #out: TemplateCode;
  /** What ends each call: of statements, or of elements of a list. */
  readonly #ending: string;

  constructor(out: TemplateCode, ending: string) {
    this.#out = out;
    this.#ending = ending;
  }

  /** A component of the project is a function of its attributes. */
  component({ name, nameSpan, attributes }: Tag, isProperty: (attribute: Attribute) => boolean): void {
    this.#out.glue(`$$component(${name}, {`, nameSpan);
    for (const { name: key, at, value } of attributes.filter(isProperty)) {
      const code = value && value.kind !== 'text' ? this.#out.whole(value) : undefined;
      if (!code) continue;
      const before = value?.kind === 'spread' ? '...(' : `${JSON.stringify(key)}: (`;
      this.#out.glue(before, { at, end: code.at });
      this.#out.code(code);
      this.#out.glue('), ', { at: code.end, end: code.end });
    }
    this.#out.glue(`})${this.#ending}`, nameSpan);
  }

  element(element: string, { name, at, value }: Attribute): void {
    if (!value || value.kind === 'text') return;
    const place = { at, end: at + Math.max(1, name.length) };
    if (value.kind === 'spread') this.evaluate('$$attributes', [element], value, place);
    else this.evaluate('$$attribute', [element, name], value, place);
  }

  evaluate(callee: string, given: readonly string[], code: Span, place: Span): void {
    this.#out.evaluate(callee, given, code, place, this.#ending);
  }
}
