import { bind, type Env } from '../matching/bindings.ts';
import type { Steps } from '../matching/steps.ts';
import type { TextPattern, TextToken } from '../rule.ts';
import type { TextPart } from './text-tokens.ts';

/** Lines that an ellipsis may span, as Semgrep has it. */
const ellipsisLines = 10;

const token = /\$\.\.\.([A-Z_][A-Z_0-9]*)|\$([A-Z_][A-Z_0-9]*)|(\.\.\.)|([A-Za-z0-9_]+|[^\sA-Za-z0-9_])/gu;

/** Reads a pattern of text: words and signs, `$X`, `$...X` and `...`. */
export function textPattern(source: string): TextPattern {
  const tokens: TextToken[] = [];
  for (const [, many, one, ellipsis, text = ''] of source.matchAll(token)) {
    if (many !== undefined) tokens.push({ kind: 'metavariable', name: `$...${many}`, many: true });
    else if (one !== undefined) tokens.push({ kind: 'metavariable', name: `$${one}`, many: false });
    else if (ellipsis !== undefined) tokens.push({ kind: 'ellipsis' });
    else tokens.push({ kind: 'word', text });
  }
  return { kind: 'text', tokens };
}

export interface TextMatch {
  readonly at: number;
  readonly end: number;
  readonly env: Env;
}

/** Every place of a text where a pattern matches, each with the shortest match. @throws StepLimit */
export function findText(
  pattern: TextPattern,
  text: string,
  parts: readonly TextPart[],
  steps: Steps,
): TextMatch[] {
  const found: TextMatch[] = [];
  const { tokens } = pattern;
  const last = tokens.at(-1)?.kind === 'ellipsis' ? tokens.slice(0, -1) : tokens;
  const start = last.findIndex(({ kind }) => kind !== 'ellipsis');
  if (start < 0) return found;
  for (let from = 0; from < parts.length; from++) {
    const way = matchFrom(last, start, parts, from, text, steps);
    const first = parts[from];
    if (!way || !first) continue;
    const closes = tokens.length > last.length ? endOfEllipsis(parts, way.next) : way.end;
    found.push({ at: first.at, end: Math.max(way.end, closes), env: way.env });
  }
  return found;
}

/** Where the lines end that an ellipsis at the end of a pattern may take. */
function endOfEllipsis(parts: readonly TextPart[], from: number): number {
  const line = parts[from - 1]?.line ?? 0;
  let end = parts[from - 1]?.end ?? 0;
  for (let at = from; at < parts.length; at++) {
    const one = parts[at];
    if (!one || one.line > line + ellipsisLines) break;
    end = one.end;
  }
  return end;
}

interface Way {
  readonly env: Env;
  readonly next: number;
  readonly end: number;
}

/** Tries the nearest place for what follows an ellipsis first. What failed at a place without a binding fails there again. */
function matchFrom(
  tokens: readonly TextToken[],
  start: number,
  parts: readonly TextPart[],
  from: number,
  text: string,
  steps: Steps,
): Way | undefined {
  const failed = new Set<string>();
  const go = (index: number, at: number, env: Env): Way | undefined => {
    steps.spend();
    const token = tokens[index];
    if (!token) return { env, next: at, end: parts[at - 1]?.end ?? 0 };
    const key = env === undefined ? `${index} ${at}` : undefined;
    if (key !== undefined && failed.has(key)) return undefined;
    const way = step(token, index, at, env);
    if (!way && key !== undefined) failed.add(key);
    return way;
  };
  const step = (token: TextToken, index: number, at: number, env: Env): Way | undefined => {
    const part = parts[at];
    if (token.kind === 'ellipsis' || (token.kind === 'metavariable' && token.many)) {
      const line = parts[at - 1]?.line ?? part?.line ?? 0;
      const lines = token.kind === 'ellipsis' ? ellipsisLines : 0;
      for (let next = at; next <= parts.length; next++) {
        const before = parts[next - 1];
        if (next > at && before && before.line > line + lines) return undefined;
        const bound = token.kind === 'ellipsis' ? { env } : bindParts(token.name, parts, at, next, text, env);
        const isEnd =
          index === tokens.length - 1 && parts[next]?.line === before?.line && token.kind !== 'ellipsis';
        const way = bound && !isEnd ? go(index + 1, next, bound.env) : undefined;
        if (way) return way;
      }
      return undefined;
    }
    if (!part) return undefined;
    if (token.kind === 'word') return part.text === token.text ? go(index + 1, at + 1, env) : undefined;
    if (!/^[A-Za-z0-9_]/.test(part.text)) return undefined;
    const bound = bindParts(token.name, parts, at, at + 1, text, env);
    return bound && go(index + 1, at + 1, bound.env);
  };
  return go(start, from, undefined);
}

function bindParts(
  name: string,
  parts: readonly TextPart[],
  from: number,
  next: number,
  text: string,
  env: Env,
): { readonly env: Env } | undefined {
  const at = parts[from]?.at ?? text.length;
  const end = next > from ? (parts[next - 1]?.end ?? at) : at;
  if (name === '$_') return { env };
  const bound = bind(env, name, { terms: [], at, end, text: text.slice(at, end) });
  return bound && { env: bound };
}
