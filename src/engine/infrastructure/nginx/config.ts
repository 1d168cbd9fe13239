/** Reads configuration of nginx (nginx.org/en/docs/beginners_guide.html#conf_structure). */

export interface Word {
  /** Without quotation marks. */
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

/** A directive, with what stands in its braces. */
export interface Directive {
  readonly name: string;
  readonly args: readonly Word[];
  readonly at: number;
  /** After the last character before its semicolon or brace. */
  readonly end: number;
  /** Undefined for a directive without braces. */
  readonly block: readonly Directive[] | undefined;
  readonly parent: Directive | undefined;
}

/** Blocks inside each other; nginx itself has five levels. */
const maximumDepth = 50;

/** Returns the directives of a text, and where reading ended early; blocks of Lua are passed over. */
export function readNginx(text: string): {
  readonly directives: readonly Directive[];
  readonly brokenAt?: number;
} {
  const root: Directive[] = [];
  const open: { readonly directive: Directive | undefined; readonly block: Directive[] }[] = [
    { directive: undefined, block: root },
  ];
  let words: Word[] = [];
  for (let at = 0; at < text.length; ) {
    const ch = text.charAt(at);
    if (/\s/.test(ch)) at += 1;
    else if (ch === '#') {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end;
    } else if (ch === ';' || ch === '{') {
      const [name, ...args] = words;
      const holder = open.at(-1);
      words = [];
      at += 1;
      if (!name || !holder) continue;
      const block: Directive[] | undefined = ch === '{' ? [] : undefined;
      const end = args.at(-1)?.end ?? name.end;
      const directive = { name: name.text, args, at: name.at, end, block, parent: holder.directive };
      holder.block.push(directive);
      if (block && /_by_lua_block$/.test(name.text)) at = afterLua(text, at);
      else if (block) open.push({ directive, block });
      if (open.length > maximumDepth) return { directives: root, brokenAt: at };
    } else if (ch === '}') {
      if (open.length === 1) return { directives: root, brokenAt: at };
      open.pop();
      words = [];
      at += 1;
    } else {
      const word = wordAt(text, at);
      words.push(word);
      at = word.end;
    }
  }
  return open.length > 1 || words.length > 0
    ? { directives: root, brokenAt: text.length }
    : { directives: root };
}

function afterLua(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    const ch = text.charAt(at);
    if (ch === '{') depth += 1;
    else if (ch === '}' && --depth === 0) return at + 1;
  }
  return text.length;
}

function wordAt(text: string, at: number): Word {
  const quote = text.charAt(at);
  if (quote === '"' || quote === "'") {
    let end = at + 1;
    while (end < text.length && text.charAt(end) !== quote) end += text.charAt(end) === '\\' ? 2 : 1;
    return { text: text.slice(at + 1, end), at, end: Math.min(end + 1, text.length) };
  }
  let end = at;
  for (; end < text.length; end++) {
    const ch = text.charAt(end);
    if (ch === '\\') end += 1;
    else if (ch === '$' && text.charAt(end + 1) === '{') {
      const close = text.indexOf('}', end);
      if (close >= 0) end = close;
    } else if (/[\s;{]/.test(ch)) break;
  }
  // A counter in a regular expression has braces of its own, in quotation marks only.
  const stop = Math.max(Math.min(end, text.length), at + 1);
  return { text: text.slice(at, stop), at, end: stop };
}

/** A directive and all within it. */
export function* within(directives: readonly Directive[]): Generator<Directive> {
  for (const each of directives) {
    yield each;
    if (each.block) yield* within(each.block);
  }
}
