import { Lexer, Marked, type MarkedToken, type Token, type Tokens } from 'marked';
import { trimEndOf } from '../api/text-runs.ts';
import { linkTarget } from './link-target.ts';
import { reveal } from './plain-text.ts';
import type { Align, Block, Inline } from './tree.ts';

/** Of a longer paragraph, such as a file on one line, the beginning is shown as it is written. */
const longestInline = 20_000;
/** In a longer paragraph no emphasis or link is looked for: that takes quadratic time where marks are many. */
const longestFormatted = 4_000;
/** A longer text is no prose; its first part is read, the rest shown as it is written. */
export const longestText = 200_000;
const mostRows = 500;
const deepest = 24;

/** HTML and references are text like any other; a bare address is a link when it is one of the web. */
const markdown = new Marked({
  gfm: true,
  tokenizer: {
    html: () => undefined,
    tag: () => undefined,
    def: () => undefined,
    reflink: () => undefined,
    autolink: () => undefined,
    url: (source) => {
      const [raw] = /^https?:\/\/[^\s<>"'`)\]}]{1,1000}/.exec(source) ?? [];
      if (raw === undefined) return undefined;
      const href = trimEndOf(raw, '.,;:!?*_~');
      return { type: 'link', raw: href, href, text: href, tokens: [{ type: 'text', raw: href, text: href }] };
    },
  },
});

/** Reads Markdown. What cannot be read, or is nested deeper than anyone writes, is shown as it is written. */
export function parseMarkdown(source: string): readonly Block[] {
  const text = reveal(source);
  if (text.length <= longestText) return parseShort(text);
  const end = text.lastIndexOf('\n', longestText);
  const cut = end > longestText / 2 ? end : longestText;
  return [...parseShort(text.slice(0, cut)), asWritten(text.slice(cut))];
}

/** Top-level tokens with the text of each; together they are the whole text. */
export function lexBlocks(text: string): readonly { readonly raw: string; readonly block: Block | null }[] {
  return lex(text).map((token) => ({ raw: token.raw, block: toBlock(token, 0) }));
}

/** A line that begins with so many marks of lists and quotes, or a list so far in, is no prose, and slow to read. */
const pileOfMarks = /^(?:(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){48}|[ \t]{96,}(?:[-*+]|\d{1,9}[.)])[ \t])/m;

export function isProse(text: string): boolean {
  return !pileOfMarks.test(text);
}

function parseShort(text: string): readonly Block[] {
  if (!isProse(text)) return [asWritten(text)];
  try {
    return blocks(lex(text), 0);
  } catch (error) {
    if (error instanceof RangeError) return [asWritten(text)];
    throw error;
  }
}

function asWritten(text: string): Block {
  return { type: 'code', language: '', text };
}

function lex(text: string): readonly MarkedToken[] {
  const lexer = new Lexer(markdown.defaults);
  const tokens = lexer.blockTokens(text.replace(/\r\n?/g, '\n'), []);
  for (const { src, tokens: into } of lexer.inlineQueue) {
    if (src.length <= longestFormatted) lexer.inlineTokens(src, into);
    else if (src.length <= longestInline) into.push({ type: 'text', raw: src, text: src });
    else into.push({ type: 'text', raw: src, text: `${src.slice(0, longestInline)}…` });
  }
  return tokens as MarkedToken[];
}

function blocks(tokens: readonly Token[], depth: number): Block[] {
  return (tokens as readonly MarkedToken[]).flatMap((token) => toBlock(token, depth) ?? []);
}

function toBlock(token: MarkedToken, depth: number): Block | null {
  if (depth > deepest) return { type: 'paragraph', children: [{ type: 'text', text: token.raw }] };
  switch (token.type) {
    case 'space':
    case 'checkbox':
      return null;
    case 'heading':
      return { type: 'heading', level: token.depth, children: inline(token.tokens, depth) };
    case 'code':
      return { type: 'code', language: languageOf(token.lang), text: token.text };
    case 'blockquote':
      return { type: 'quote', children: blocks(token.tokens ?? [], depth + 1) };
    case 'list':
      return {
        type: 'list',
        start: token.ordered ? Number(token.start) || 0 : null,
        items: token.items.map((item) => ({
          checked: item.task ? item.checked === true : null,
          children: blocks(item.tokens, depth + 1),
        })),
      };
    case 'table':
      return table(token, depth);
    case 'hr':
      return { type: 'rule' };
    case 'paragraph':
    case 'text':
      if (token.text.length > longestInline) return { type: 'paragraph', children: cut(token.text) };
      return {
        type: 'paragraph',
        children: token.tokens
          ? inline(token.tokens, depth)
          : [{ type: 'text', text: unescaped(token.text) }],
      };
    default:
      return { type: 'paragraph', children: [{ type: 'text', text: token.raw }] };
  }
}

function cut(text: string): readonly Inline[] {
  return [
    { type: 'text', text: text.slice(0, longestInline) },
    { type: 'more', characters: text.length - longestInline },
  ];
}

function table({ align, header, rows }: Tokens.Table, depth: number): Block {
  return {
    type: 'table',
    align: align.map((one): Align => one),
    head: header.map(({ tokens }) => inline(tokens, depth)),
    rows: rows.slice(0, mostRows).map((row) => row.map(({ tokens }) => inline(tokens, depth))),
    more: Math.max(0, rows.length - mostRows),
  };
}

function inline(tokens: readonly Token[], depth: number): Inline[] {
  return joined((tokens as readonly MarkedToken[]).flatMap((token) => toInline(token, depth)));
}

function toInline(token: MarkedToken, depth: number): Inline | readonly Inline[] {
  if (depth > deepest) return { type: 'text', text: token.raw };
  switch (token.type) {
    case 'strong':
      return { type: 'strong', children: inline(token.tokens, depth + 1) };
    case 'em':
      return { type: 'emphasis', children: inline(token.tokens, depth + 1) };
    case 'del':
      return { type: 'deleted', children: inline(token.tokens, depth + 1) };
    case 'codespan':
      return { type: 'code', text: token.text };
    case 'br':
      return { type: 'break' };
    case 'link':
      return link(token, depth);
    case 'image':
      return { type: 'image', text: unescaped(token.text), host: hostOf(token.href) };
    case 'escape':
      return { type: 'text', text: token.text };
    case 'checkbox':
      return [];
    case 'text':
      return token.tokens ? inline(token.tokens, depth + 1) : { type: 'text', text: unescaped(token.text) };
    default:
      return { type: 'text', text: token.raw };
  }
}

function link({ href, tokens }: Tokens.Link, depth: number): Inline | readonly Inline[] {
  const children = inline(tokens, depth + 1);
  const target = linkTarget(href, wordsOf(children));
  return target ? { type: 'link', target, children } : children;
}

/** What is read out of inline parts. */
export function wordsOf(parts: readonly Inline[]): string {
  return parts
    .map((part) => {
      if ('children' in part) return wordsOf(part.children);
      if (part.type === 'more') return '…';
      return part.type === 'break' ? '\n' : part.text;
    })
    .join('');
}

function joined(parts: readonly Inline[]): Inline[] {
  const result: Inline[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part.type === 'text' && last?.type === 'text') {
      result[result.length - 1] = { type: 'text', text: last.text + part.text };
    } else result.push(part);
  }
  return result;
}

function languageOf(info: string | undefined): string {
  return /^[\w+#.-]{1,30}/.exec(info ?? '')?.[0].toLowerCase() ?? '';
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : '';
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  apos: "'",
};

/** The few character references that escaped text has. */
function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos|#39);/g, (_whole, name: string) => entities[name] ?? '');
}
