import { readLink } from '../../../../agent/links.ts';

/**
 * A model's Markdown without what could carry data away or load something: no images, no HTML, no links but those to
 * places in the code. Works on a stream: what may yet become a link is held back until its line ends.
 */
export class SafeOutput {
  #held = '';
  /** What was shown of the present line. */
  #begun = '';
  #fence: string | undefined;

  /** @returns what can be shown by now */
  add(text: string): string {
    this.#held += text;
    let shown = '';
    for (let end = this.#held.indexOf('\n'); end >= 0; end = this.#held.indexOf('\n')) {
      shown += `${this.#line(this.#held.slice(0, end))}\n`;
      this.#held = this.#held.slice(end + 1);
    }
    if (this.#held.length > longestHeld) {
      const begun = this.#begun + this.#held;
      shown += this.end();
      this.#begun = begun;
      return shown;
    }
    const safe = this.#fence === undefined ? safeLength(this.#held) : 0;
    shown += this.#held.slice(0, safe);
    this.#begun += this.#held.slice(0, safe);
    this.#held = this.#held.slice(safe);
    return shown;
  }

  /** @returns the rest */
  end(): string {
    const rest = this.#line(this.#held);
    this.#held = '';
    return rest;
  }

  #line(line: string): string {
    const begun = this.#begun;
    this.#begun = '';
    const fence = this.#fence;
    if (fence !== undefined) {
      const closing = /^ {0,3}(`+|~+)[ \t]*\r?$/.exec(line)?.[1];
      if (begun === '' && closing?.startsWith(fence)) this.#fence = undefined;
      return line;
    }
    // Only one at the margin is surely one: another ends with the list or quotation that it stands in.
    const marks = begun === '' ? /^(`{3,})[^`]*$|^(~{3,})/.exec(line) : null;
    this.#fence = marks?.[1] ?? marks?.[2];
    return marks ? line : safeLine(line, begun.includes('|'));
  }
}

const longestHeld = 20_000;
/** What can begin a link, an image, an address, HTML or code. */
const beginning = /[[\]!<`~\\(]|https?:|www\.|mailto:|\/\//i;

/** How much of an unfinished line has nothing to wait for: whole words before anything of that kind. */
function safeLength(line: string): number {
  const at = beginning.exec(line)?.index ?? line.length;
  return line.lastIndexOf(' ', at - 1) + 1;
}

/** @param isRow whether it may be of a table, whose cells are divided before code is looked for */
function safeLine(line: string, isRow: boolean): string {
  if (isRow || line.includes('|')) return safeText(line);
  let shown = '';
  let rest = line;
  for (;;) {
    const opening = /^((?:[^`\\]|\\.)*?\\?)(`+)/s.exec(rest);
    if (!opening) return shown + safeText(rest);
    const [, before = '', marks = ''] = opening;
    const after = rest.slice(opening[0].length);
    const isEscaped = /(?:^|[^\\])(?:\\\\)*\\$/.test(before);
    const end = isEscaped ? -1 : closingOf(after, marks);
    shown += safeText(before);
    if (end < 0) {
      // No code on this line: nor with a mark of another line.
      shown += isEscaped ? `${marks[0]}${'\\`'.repeat(marks.length - 1)}` : '\\`'.repeat(marks.length);
      rest = after;
    } else {
      shown += marks + after.slice(0, end) + marks;
      rest = after.slice(end + marks.length);
    }
  }
}

/** Where a run of just as many marks stands. */
function closingOf(text: string, marks: string): number {
  for (const run of text.matchAll(/`+/g)) if (run[0] === marks) return run.index;
  return -1;
}

const image = /!\[([^\]]{0,1000})\](?:\([^)]{0,4000}\)?|\[[^\]]{0,200}\])?/g;
const link = /\[([^\]]{0,1000})\]\(\s*<?([^)\s>]{0,4000})>?[^)]{0,500}\)/g;
const reference = /\[([^\]]{1,1000})\]\[[^\]]{0,200}\]/g;
const address =
  /\b(?:https?|ftp|file|data|vscode|command|javascript|mailto):[^\s<>"'`)\]]{1,4000}|(?<![a-z\d])www\.[^\s<>"'`)\]]{2,4000}/gi;

function safeText(text: string): string {
  const places: string[] = [];
  const kept = text
    .replaceAll('\0', '')
    .replace(image, (_, shown: string) => shown)
    .replace(link, (whole, shown: string, target: string) => {
      if (readLink(target) === undefined) return shown;
      places.push(whole);
      return `\0${places.length - 1}\0`;
    })
    .replace(reference, (_, shown: string) => shown)
    .replace(/<(?=[a-z/!?])/gi, '&lt;')
    // Those whose text began on a line before, what references are resolved by, and what is linked by itself.
    .replaceAll('](', '] (')
    .replaceAll(']:', '] :')
    .replace(address, withoutQuery)
    .replace(/:(?=\/\/)/g, '\\:')
    .replace(/www\./gi, (start) => `${start.slice(0, -1)}\\.`)
    .replace(/@(?=\w)/g, '\\@');
  return kept.replace(/\0(\d+)\0/g, (_, index: string) => places[Number(index)] ?? '');
}

/** Where it is, without what it might carry. */
function withoutQuery(found: string): string {
  return found
    .replace(/[?#].*$/s, '')
    .slice(0, 100)
    .replace(/^(\w+):(?!\/\/)/, '$1\\:');
}
