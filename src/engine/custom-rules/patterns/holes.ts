import type { FamilyId } from '../../languages/registry.ts';
import type { Hole } from '../../languages/term.ts';

/**
 * Writes what only patterns have (`$X`, `...`, `<... ...>`, `(Type $X)`) as names that the language's grammar reads, and says what
 * these names stand for. Names are read like this in patterns alone: in code they mean nothing.
 */
const prefix = 'Prpt0';
const ellipsis = `${prefix}E`;
const deep = `${prefix}D`;
export const wrapper = `${prefix}W`;

export interface Written {
  readonly text: string;
  readonly hole: Hole;
}

/** Where a `...` stands that is not within brackets: the same text may be members of a class or statements. */
export type TopLevel = 'member' | 'statement';

interface Bracket {
  readonly open: string;
  readonly at: number;
}

/** @throws RangeError for brackets that do not close */
export function withHoles(source: string, family: FamilyId, topLevel: TopLevel = 'statement'): Written {
  const writer = new Writer(source, family, topLevel);
  const text = writer.write();
  return { text, hole: (name) => holeOf(name, writer.types) };
}

function holeOf(name: string, types: readonly string[]): ReturnType<Hole> {
  if (!name.startsWith(prefix)) return undefined;
  if (name === ellipsis) return { kind: 'ellipsis', text: '', parts: [] };
  if (name === deep) return { kind: 'deep', text: '', parts: [] };
  const found = /^Prpt0([MAT])(\d*)_(.*)$/.exec(name);
  if (!found) return undefined;
  const [, sort, index, text = ''] = found;
  if (sort === 'M') return { kind: 'metavariable', text: `$${text}`, parts: [] };
  if (sort === 'A') return { kind: 'metavariables', text: `$...${text}`, parts: [] };
  const type = types[Number(index)] ?? '';
  return {
    kind: 'typed',
    text: `$${text}`,
    parts: [{ kind: 'name', text: type, field: '', at: 0, end: 0, parts: [] }],
  };
}

/** Characters of a typed metavariable. */
const maximumTyped = 200;
/** What is written as a type, before its metavariable or after it. */
const typeText = /^[A-Za-z_$'"][\w$.<>[\], ?|'"]*$/;
const metavariable = /\$(\.\.\.)?([A-Z_][A-Z_0-9]*)/y;
const strings: Readonly<Record<FamilyId, RegExp>> = {
  javascript: /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/y,
  java: /"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/y,
  python: /[a-zA-Z]{0,2}(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')/y,
};
const comments: Readonly<Record<FamilyId, RegExp>> = {
  javascript: /\/\/[^\n]*|\/\*[\s\S]*?\*\//y,
  java: /\/\/[^\n]*|\/\*[\s\S]*?\*\//y,
  python: /#[^\n]*/y,
};

class Writer {
  readonly types: string[] = [];
  readonly #source: string;
  readonly #family: FamilyId;
  readonly #topLevel: TopLevel;
  readonly #brackets: Bracket[] = [];
  #at = 0;
  #out = '';

  constructor(source: string, family: FamilyId, topLevel: TopLevel) {
    this.#source = source;
    this.#family = family;
    this.#topLevel = topLevel;
  }

  write(): string {
    while (this.#at < this.#source.length) this.#step();
    return this.#out;
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source) ?? undefined;
    if (match) this.#at = pattern.lastIndex;
    return match;
  }

  #step(): void {
    const isNameBefore = /[\w$]$/.test(this.#out);
    if (!isNameBefore || this.#family !== 'python') {
      const text = this.#take(strings[this.#family]);
      if (text) {
        this.#out += this.#withinString(text[0]);
        return;
      }
    }
    if (this.#take(comments[this.#family])) return;
    const before = this.#source[this.#at - 1] ?? '';
    if (this.#source.startsWith('<...', this.#at)) {
      this.#at += 4;
      this.#out += `${deep}(`;
      this.#brackets.push({ open: '(', at: this.#out.length });
      return;
    }
    if (this.#source.startsWith('...>', this.#at)) {
      this.#at += 4;
      this.#out += ')';
      this.#brackets.pop();
      return;
    }
    if (this.#source[this.#at] === '(' && this.#typed()) return;
    const name = this.#take(metavariable);
    if (name) {
      this.#out += this.#named(name[1] !== undefined, name[2] ?? '');
      return;
    }
    if (this.#source.startsWith('...', this.#at)) {
      this.#ellipsis(before);
      return;
    }
    const char = this.#source[this.#at++] ?? '';
    if ('([{'.includes(char)) this.#brackets.push({ open: char, at: this.#out.length });
    if (')]}'.includes(char)) this.#brackets.pop();
    this.#out += char;
  }

  #named(isMany: boolean, name: string): string {
    if (!isMany) {
      // A parameter of Java's has a type, which the pattern leaves open.
      const isAlone = /[(,]\s*$/.test(this.#out) && /^\s*[,)]/.test(this.#source.slice(this.#at));
      const type = isAlone && this.#isJavaParameters() ? `${prefix}M__ ` : '';
      return `${type}${prefix}M_${name}`;
    }
    const hole = `${prefix}A_${name}`;
    if (this.#isPythonTable()) return `**${hole}`;
    return this.#isJavaParameters() ? `${hole} ${hole}` : hole;
  }

  /** `(Type $X)` where no parameter may stand. */
  #typed(): boolean {
    const before = this.#out.trimEnd();
    if (/[\w$)\]]$/.test(before) && !/\b(?:return|throw|in|await|not|and|or|new)$/.test(before)) return false;
    const from = this.#at;
    const close = this.#source.indexOf(')', from);
    const inner = this.#source.slice(from + 1, close);
    if (close < 0 || inner.length > maximumTyped || inner.includes('(')) return false;
    const isJava = this.#family === 'java';
    const split = isJava ? inner.lastIndexOf('$') : inner.indexOf(':');
    const [type, name] = isJava
      ? [inner.slice(0, split).trim(), inner.slice(split + 1).trim()]
      : [inner.slice(split + 1).trim(), inner.slice(0, split).trim().replace(/^\$/, '')];
    const isNamed =
      split > 0 && (isJava || inner.trimStart().startsWith('$')) && /^[A-Z_][A-Z_0-9]*$/.test(name);
    this.#at = close + 1;
    const after = this.#source.slice(this.#at).trimStart();
    if (
      !isNamed ||
      !typeText.test(type) ||
      /^(?:=>|->|\{)/.test(after) ||
      /^(?:return|throw|new|instanceof|await)$/.test(type)
    ) {
      this.#at = from;
      return false;
    }
    this.types.push(type);
    this.#out += `${prefix}T${this.types.length - 1}_${name}`;
    return true;
  }

  #withinString(text: string): string {
    const filled = (inner: string): string => withHoles(inner, this.#family).text.replace(/;$/, '');
    if (this.#family === 'javascript' && text.startsWith('`'))
      return text.replaceAll(/\$\{([^{}]*)\}/g, (_, inner: string) => `\${${filled(inner)}}`);
    if (this.#family === 'python' && /^[a-z]*f/i.test(text))
      return text.replaceAll(/\{([^{}]*)\}/g, (_, inner: string) => `{${filled(inner)}}`);
    return text;
  }

  #ellipsis(before: string): void {
    const after = this.#source.slice(this.#at + 3);
    // A spread of the language's own.
    if (this.#family === 'javascript' && /^[\w$[{(]/.test(after) && !/^\$\.\.\./.test(after)) {
      this.#at += 3;
      this.#out += '...';
      return;
    }
    this.#at += 3;
    const next = /^\s*(\S?)/.exec(after);
    const char = next?.[1] ?? '';
    const open = this.#brackets.at(-1)?.open;
    const isStatement = open === undefined || open === '{';
    if (this.#out.trimEnd().endsWith('.') || char === '.' || before === '/') this.#out += ellipsis;
    else if (this.#isPythonTable()) this.#out += `**${ellipsis}`;
    else if (/\bfor\s*\($/.test(this.#out) && char === ')')
      this.#out += this.#family === 'python' ? ellipsis : `;${ellipsis};`;
    else if (this.#isJavaParameters()) this.#out += `${ellipsis} ${ellipsis}`;
    else if (this.#family === 'java' && isStatement && this.#isMember())
      this.#out += `${ellipsis} ${ellipsis}${char === ';' ? '' : ';'}`;
    else if (
      this.#family !== 'python' &&
      isStatement &&
      !this.#isTag() &&
      /[)\]}]\s*$/.test(this.#lineSoFar())
    )
      this.#out += `;${ellipsis}${this.#family === 'java' && char !== ';' ? ';' : ''}`;
    else if (this.#family !== 'python' && isStatement && this.#endsStatement(next?.[0] ?? '', char))
      this.#out += `${ellipsis};`;
    else this.#out += ellipsis;
  }

  #endsStatement(spaced: string, char: string): boolean {
    if (char === '' || char === '}')
      return this.#family === 'java' && !this.#isArray() && !(char === '' && /\S/.test(this.#lineSoFar()));
    if (/[,;)\].=+*/?:|&<>-]/.test(char)) return false;
    if (this.#isArray() || this.#isTag()) return false;
    return spaced !== '' && !/\S/.test(this.#lineSoFar());
  }

  #lineSoFar(): string {
    const line = this.#out.slice(this.#out.lastIndexOf('\n') + 1);
    return line.slice(Math.max(line.lastIndexOf('{'), line.lastIndexOf(';'), line.lastIndexOf('}')) + 1);
  }

  /** Within the tag of an element. */
  #isTag(): boolean {
    return this.#family === 'javascript' && /<[A-Za-z_$][\w$.-]*(?:\s[^<>]*)?$/.test(this.#out);
  }

  /** Within the brackets of an array of Java's. */
  #isArray(): boolean {
    const bracket = this.#brackets.at(-1);
    return (
      this.#family === 'java' && bracket?.open === '{' && /[\]=(,]\s*$/.test(this.#out.slice(0, bracket.at))
    );
  }

  #isMember(): boolean {
    const bracket = this.#brackets.at(-1);
    if (!bracket) return this.#topLevel === 'member';
    const header = /[^;{}]*$/.exec(this.#out.slice(0, bracket.at))?.[0] ?? '';
    return (
      /\b(?:class|interface|enum|record)\b/.test(header) || /\bnew\s+[\w.<>$]+\s*\(.*\)\s*$/s.test(header)
    );
  }

  #isPythonTable(): boolean {
    if (this.#family !== 'python' || this.#brackets.at(-1)?.open !== '{') return false;
    const close = this.#closing();
    const at = this.#brackets.at(-1)?.at ?? 0;
    const inner = this.#out.slice(at + 1) + this.#source.slice(this.#at, close);
    return inner.includes(':') || /^\w*$/.test(inner.replace('...', '').replaceAll('*', '').trim());
  }

  /** Of a declaration's parameters: what follows the brackets, or stands in front of them, says so. */
  #isJavaParameters(): boolean {
    const bracket = this.#brackets.at(-1);
    if (this.#family !== 'java' || bracket?.open !== '(') return false;
    const header = this.#out.slice(0, bracket.at).trimEnd();
    if (/\b(?:if|for|while|switch|synchronized|try)$/.test(header)) return false;
    if (/\bcatch$/.test(header)) return true;
    if (/\bnew\s+[\w.<>$]+$/.test(header) || /@[\w.$]+$/.test(header)) return false;
    const after = this.#source.slice(this.#closing() + 1).trimStart();
    if (/^(?:\{|throws\b)/.test(after)) return true;
    return (
      /[\w$>\]]\s+[\w$]+$/.test(header) && !/\b(?:return|throw|else|new|assert|case)\s+[\w$]+$/.test(header)
    );
  }

  /** Where the innermost open bracket of the source closes. */
  #closing(): number {
    let depth = 1;
    for (let at = this.#at; at < this.#source.length; at++) {
      const char = this.#source[at] ?? '';
      if ('([{'.includes(char)) depth++;
      else if (')]}'.includes(char) && --depth === 0) return at;
    }
    return this.#source.length;
  }
}
