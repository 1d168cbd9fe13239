import type { ManifestFormat, Origin } from '../../package.ts';
import { Collector, packageKey } from '../collector.ts';
import { baseOf } from '../paths.ts';
import { callArguments, isMark, stringOf } from '../script-calls.ts';
import { elixirSyntax, type ScriptToken, scriptTokens } from '../script-tokens.ts';

interface Locked {
  /** The application's name, by which others need it. */
  readonly app: string;
  readonly name: string;
  readonly version: string | undefined;
  readonly origin: Origin;
  readonly needs: readonly string[];
  readonly at: ScriptToken;
  readonly end: number;
}

/**
 * mix.lock: `"app": {:hex, :package, "1.0.0", checksum, managers, [{:need, …}], repository, checksum}` or
 * `"app": {:git, url, commit, options}`.
 */
export const mixLock: ManifestFormat = {
  id: 'mix.lock',
  kind: 'lock',
  reads: (path) => baseOf(path) === 'mix.lock',
  read(text) {
    const found = new Collector('Hex', text);
    const tokens = scriptTokens(text, elixirSyntax);
    if (!tokens.some((token) => isMark(token, '%')) && text.trim() !== '')
      throw new SyntaxError('It is not a lock file of Mix.');
    const entries = tokens.flatMap((_, index) => entryAt(tokens, index) ?? []);
    const keyOf = new Map(entries.map(({ app, name, version }) => [app, packageKey(name, version)]));
    for (const { name, version, origin, needs, at, end } of entries)
      found.add({
        name,
        version,
        scope: 'unknown',
        group: 'mix.lock',
        needs: needs.flatMap((need) => keyOf.get(need) ?? []),
        origin,
        at: { start: at.start, end },
      });
    return found.result();
  },
};

function entryAt(tokens: readonly ScriptToken[], index: number): Locked | undefined {
  const at = tokens[index];
  const kind = tokens[index + 3];
  if (at?.kind !== 'string' || !isMark(tokens[index + 1], ':') || !isMark(tokens[index + 2], '{'))
    return undefined;
  if (kind?.kind !== 'symbol') return undefined;
  const given = callArguments(
    [{ kind: 'mark', text: '(', start: 0, end: 0 }, ...entryTokens(tokens, index + 3)],
    0,
  );
  const end = given.at(-1)?.tokens.at(-1)?.end ?? at.end;
  if (kind.text === 'git' || kind.text === 'path')
    return { app: at.text, name: at.text, version: undefined, origin: kind.text, needs: [], at, end };
  const name = given[1]?.tokens[0];
  const version = stringOf(given[2]);
  if (kind.text !== 'hex' || name?.kind !== 'symbol' || !version) return undefined;
  return {
    app: at.text,
    name: name.text,
    version: version.text,
    origin: 'registry',
    needs: needsOf(given[5]?.tokens),
    at,
    end,
  };
}

/** An entry stands on one line. */
function entryTokens(tokens: readonly ScriptToken[], from: number): readonly ScriptToken[] {
  let to = from;
  while (to < tokens.length && !isMark(tokens[to], '\n')) to++;
  return tokens.slice(from, to);
}

const needsOf = (tokens: readonly ScriptToken[] = []): readonly string[] =>
  tokens.flatMap((token, index) =>
    token.kind === 'symbol' && isMark(tokens[index - 1], '{') && isMark(tokens[index + 1], ',')
      ? [token.text]
      : [],
  );
