import type { Span } from '../../embedded.ts';
import { closingBracket } from './code-scan.ts';
import { type Attribute, Finder, type Tag } from './tags.ts';

/** What is told of a template, element by element. */
interface TemplateEvents {
  open(tag: Tag): void;
  close(place: Span): void;
  plain(span: Span, find: Finder): void;
}

/** Reads what components use of Pug: elements by indentation, attributes in brackets, text behind a tag or a bar. */
export class PugReader {
  readonly #text: string;
  readonly #to: TemplateEvents;
  readonly #find: Finder;

  constructor(text: string, to: TemplateEvents) {
    this.#text = text;
    this.#to = to;
    this.#find = new Finder(text);
  }

  read({ at: from, end }: Span): void {
    const indents: number[] = [];
    let textBelow: number | undefined;
    let at = from;
    while (at < end) {
      const newline = this.#find.from('\n', at);
      let lineEnd = newline < 0 || newline > end ? end : newline;
      const line = this.#text.slice(at, lineEnd);
      const indent = line.length - line.trimStart().length;
      const start = at + indent;
      if (start < lineEnd) {
        if (textBelow !== undefined && indent > textBelow)
          this.#to.plain({ at: start, end: lineEnd }, this.#find);
        else {
          textBelow = undefined;
          while ((indents.at(-1) ?? -1) >= indent) {
            indents.pop();
            this.#to.close({ at: start, end: start });
          }
          const tag = this.#tag(start, end);
          if (tag) {
            this.#to.open(tag);
            indents.push(indent);
            const nextLine = this.#find.from('\n', tag.end);
            lineEnd = nextLine < 0 || nextLine > end ? end : nextLine;
            if (this.#text[tag.end] === '.' && tag.end + 1 >= lineEnd) textBelow = indent;
            this.#to.plain({ at: tag.end, end: lineEnd }, this.#find);
          } else if (line.startsWith('//', indent)) textBelow = undefined;
          else if (line.startsWith('|', indent)) this.#to.plain({ at: start, end: lineEnd }, this.#find);
        }
      }
      at = lineEnd + 1;
    }
    while (indents.pop() !== undefined) this.#to.close({ at: end, end });
  }

  #tag(at: number, end: number): Tag | undefined {
    const head = /^(?=[\w.#])([\w-]*)((?:[.#][\w-]+)*)/.exec(this.#text.slice(at, at + 500));
    const [whole = '', name = ''] = head ?? [];
    if (whole === '') return undefined;
    const nameSpan = { at, end: at + whole.length };
    const tag = { name: name || 'div', nameSpan, at, isEmpty: false };
    if (this.#text[nameSpan.end] !== '(') return { ...tag, attributes: [], end: nameSpan.end };
    const close = closingBracket(this.#text, nameSpan.end + 1, end, ')');
    if (close === undefined) return { ...tag, attributes: [], end: nameSpan.end };
    return { ...tag, attributes: this.#attributes(nameSpan.end + 1, close), end: close + 1 };
  }

  /** `:href='url', v-if="open"`: values are texts of JavaScript. */
  #attributes(from: number, end: number): readonly Attribute[] {
    const found: Attribute[] = [];
    const written = /([^\s=,'"()]+(?:\([^()]*\))?)(?:\s*!?=\s*(?:"([^"]*)"|'([^']*)'|`([^`]*)`|[^\s,]+))?/g;
    for (const match of this.#text.slice(from, end).matchAll(written)) {
      const [all, name = '', ...texts] = match;
      const value = texts.find((text) => text !== undefined);
      const at = from + match.index;
      const to = at + all.length;
      const span =
        value === undefined ? undefined : { at: to - 1 - value.length, end: to - 1, kind: 'text' as const };
      found.push({ name, at, end: to, value: span });
    }
    return found;
  }
}
