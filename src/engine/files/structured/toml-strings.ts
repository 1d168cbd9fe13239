/** The strings of TOML 1.0, each read from its opening quote on. */

export interface TomlString {
  readonly text: string;
  /** The offset after the closing quote. */
  readonly end: number;
}

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  e: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** @returns the string that begins at the offset; undefined where it has no end */
export function tomlString(text: string, at: number): TomlString | undefined {
  const quote = text[at] ?? '';
  const fence = quote.repeat(3);
  return text.startsWith(fence, at) ? multiLine(text, at + 3, quote, fence) : oneLine(text, at + 1, quote);
}

function oneLine(text: string, start: number, quote: string): TomlString | undefined {
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '\n') return undefined;
    if (character === quote) {
      const raw = text.slice(start, at);
      return { text: quote === '"' ? unescaped(raw) : raw, end: at + 1 };
    }
    if (character === '\\' && quote === '"') at++;
  }
  return undefined;
}

function multiLine(text: string, start: number, quote: string, fence: string): TomlString | undefined {
  let at = start;
  while (at < text.length && !text.startsWith(fence, at)) at += text[at] === '\\' && quote === '"' ? 2 : 1;
  if (at >= text.length) return undefined;
  // Up to two quotes may stand before the closing ones.
  for (let more = 0; more < 2 && text[at + 3] === quote; more++) at++;
  const raw = text
    .slice(start, at)
    .replace(/^\r?\n/, '')
    .replaceAll('\r\n', '\n');
  return { text: quote === '"' ? unescaped(raw) : raw, end: at + 3 };
}

const unescaped = (raw: string): string =>
  raw.includes('\\')
    ? raw.replace(
        /\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|x([\da-fA-F]{2})|[ \t]*\n[ \t\n]*|(.))/g,
        (_, four?: string, eight?: string, two?: string, one?: string) => {
          const hex = four ?? eight ?? two;
          if (hex !== undefined) return codePoint(Number.parseInt(hex, 16));
          return one === undefined ? '' : (escapes[one] ?? one);
        },
      )
    : raw;

const codePoint = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd');
