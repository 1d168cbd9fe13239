import { isMcpCandidate } from '../ai-inventory/mcp-files.ts';
import type { SourceFile } from '../analysis.ts';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Quoted texts, with what makes a key of them; and what YAML has without quotes after a key or a dash. */
const quoted = /(?:(?<!\\)"((?:\\.|[^"\\\n])*)"|'([^'\n]*)')(?<key>\s*[:=])?/dg;
const plain = /[:-][ \t]+([^\s"'[{#&*|>][^\n#]*)/dg;
/** Texts that give nothing away: numbers, flags, a word or two of the format's own. */
const harmless = /^(?:true|false|null|stdio|sse|http|streamable-http|-{1,2}[a-z]|[\d.]{1,6}|)$/;

/**
 * What a configuration of MCP servers says of each server, beside the keys: any of it may be a secret though nothing
 * about it tells, so no finding there shows a value, not even of its neighbours on the line.
 * @param matches secrets that were recognised, in position order: values that hold one are left to them
 * @returns the values and the matches, in position order; the matches alone for any other file
 */
export function withAgentValues<T extends Span>(file: SourceFile, matches: readonly T[]): readonly Span[] {
  if (matches.length === 0 || !isMcpCandidate(file)) return matches;
  const spans: Span[] = [];
  let at = 0;
  for (const value of valuesOf(file)) {
    while ((matches[at]?.end ?? Number.POSITIVE_INFINITY) <= value.start) at++;
    let from = value.start;
    // Around a secret in the middle of a value, such as in an address, the rest of the value is hidden too.
    for (let next = at; (matches[next]?.start ?? Number.POSITIVE_INFINITY) < value.end; next++) {
      const match = matches[next];
      if (!match) break;
      if (from < match.start) spans.push({ start: from, end: match.start });
      from = Math.max(from, match.end);
    }
    if (from < value.end) spans.push({ start: from, end: value.end });
  }
  return [...matches, ...spans].sort((a, b) => a.start - b.start);
}

function valuesOf({ path, text }: SourceFile): readonly Span[] {
  const patterns = /\.ya?ml$/.test(path) ? [quoted, plain] : [quoted];
  return patterns
    .flatMap((pattern) =>
      [...text.matchAll(pattern)].flatMap((match): Span[] => {
        const [start, end] = match.indices?.[1] ?? match.indices?.[2] ?? [0, 0];
        return match.groups?.['key'] !== undefined || harmless.test(text.slice(start, end))
          ? []
          : [{ start, end }];
      }),
    )
    .sort((a, b) => a.start - b.start);
}
