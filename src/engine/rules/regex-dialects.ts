/** Named classes of Java and POSIX, as what stands between the brackets of a class. */
const named: Readonly<Record<string, string>> = {
  digit: '0-9',
  isdigit: '0-9',
  nd: '0-9',
  alpha: 'a-zA-Z',
  isalphabetic: 'a-zA-Z',
  isletter: 'a-zA-Z',
  l: 'a-zA-Z',
  alnum: 'a-zA-Z0-9',
  lower: 'a-z',
  islowercase: 'a-z',
  ll: 'a-z',
  upper: 'A-Z',
  isuppercase: 'A-Z',
  lu: 'A-Z',
  punct: '!-\\/:-@\\[-`{-~',
  space: '\\s',
  blank: ' \\t',
  xdigit: '0-9a-fA-F',
  ascii: '\\0-\\x7f',
  print: ' -~',
  graph: '!-~',
  cntrl: '\\0-\\x1f\\x7f',
};

interface Expression {
  readonly source: string;
  readonly flags: string;
}

/**
 * An expression of Python's or Java's, written as JavaScript writes it; undefined where JavaScript has nothing like it
 * (possessive repetitions, atomic groups, conditions, classes within classes).
 */
export function asEcmaScript(source: string, flags: string): Expression | undefined {
  const [, global = ''] = /^\(\?([a-zA-Z]+)\)/.exec(source) ?? [];
  const all = new Set(`${flags}${global}`);
  const own = [...all].filter((flag) => /[ims]/.test(flag)).join('');
  const body = new Writer(global === '' ? source : source.slice(global.length + 3), all.has('x')).written();
  return body === undefined ? undefined : { source: body, flags: own };
}

class Writer {
  readonly #source: string;
  readonly #spaced: boolean;
  #at = 0;

  constructor(source: string, spaced: boolean) {
    this.#source = source;
    this.#spaced = spaced;
  }

  /** Takes what the expression says here. */
  #take(pattern: RegExp): RegExpExecArray | undefined {
    const sticky = new RegExp(pattern.source, 'y');
    sticky.lastIndex = this.#at;
    const match = sticky.exec(this.#source) ?? undefined;
    if (match) this.#at = sticky.lastIndex;
    return match;
  }

  written(): string | undefined {
    let result = '';
    while (this.#at < this.#source.length) {
      const part = this.#part();
      if (part === undefined) return undefined;
      result += part;
    }
    return result;
  }

  #part(): string | undefined {
    if (this.#spaced && this.#take(/\s+|#[^\n]*/)) return '';
    if (this.#take(/\(\?#[^)]*\)?/)) return '';
    if (this.#take(/\(\?>|[*+?}]\+|\(\?\(/)) return undefined;
    const quoted = this.#take(/\\Q([\s\S]*?)(?:\\E|$)/);
    if (quoted) return (quoted[1] ?? '').replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    const group = this.#take(/\(\?P<(\w+)>/);
    if (group) return `(?<${group[1]}>`;
    const again = this.#take(/\(\?P=(\w+)\)/);
    if (again) return `\\k<${again[1]}>`;
    if (this.#take(/\(\?-?[a-zA-Z]+(?:-[a-zA-Z]+)?:/)) return '(?:';
    if (this.#take(/\(\?-?[a-zA-Z]+(?:-[a-zA-Z]+)?\)/)) return '';
    if (this.#take(/\\[AG]/)) return '^';
    if (this.#take(/\\[zZ]/)) return '$';
    if (this.#source[this.#at] === '[') return this.#class();
    const bounded = this.#take(/\{,(\d+)\}/);
    if (bounded) return `{0,${bounded[1]}}`;
    return this.#escaped(false) ?? this.#take(/[\s\S]/)?.[0];
  }

  /** `[]abc]`: a bracket that comes first is a character. */
  #class(): string | undefined {
    const [open = ''] = this.#take(/\[\^?/) ?? [];
    let result = open;
    if (this.#take(/\]/)) result += '\\]';
    for (;;) {
      if (this.#at >= this.#source.length || this.#take(/&&|\[(?!:)/)) return undefined;
      if (this.#take(/\]/)) return `${result}]`;
      result += this.#escaped(true) ?? this.#take(/[\s\S]/)?.[0] ?? '';
    }
  }

  #escaped(inClass: boolean): string | undefined {
    const property = this.#take(/\\([pP])(?:\{(?:\w+=)?(\w+)\}|(\w))/);
    if (property) {
      const content = named[(property[2] ?? property[3] ?? '').toLowerCase()] ?? 'a-zA-Z';
      if (inClass) return content;
      return property[1] === 'P' ? `[^${content}]` : `[${content}]`;
    }
    const code = this.#take(/\\x\{([0-9a-fA-F]{1,4})\}/);
    if (code) return `\\u${(code[1] ?? '').padStart(4, '0')}`;
    if (this.#take(/\\[hH]/)) return inClass ? ' \\t' : '[ \\t]';
    if (this.#take(/\\R/)) return '(?:\\r\\n|[\\n\\r])';
    return this.#take(/\\[\s\S]/)?.[0];
  }
}
