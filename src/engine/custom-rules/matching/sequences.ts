import type { Term } from '../../languages/term.ts';
import { type Env, keyOf } from './bindings.ts';
import type { Matching, Ways } from './ways.ts';

type MatchOne = (pattern: Term, term: Term, env: Env) => Ways;

/**
 * Matches patterns with terms from the first on. The ways to each place are kept apart by what they hold, so that ellipses cost the
 * product of both lengths, and no more.
 * @returns by the number of terms that were taken: the ways there
 */
export function prefixes(
  matching: Matching,
  patterns: readonly Term[],
  terms: readonly Term[],
  env: Env,
  one: MatchOne,
): ReadonlyMap<number, Ways> {
  let front = new Map<number, Env[]>([[0, [env]]]);
  for (const [index, pattern] of patterns.entries()) {
    const next = new Map<number, Env[]>();
    const seen = new Set<string>();
    const add = (at: number, ways: Ways): void => {
      for (const way of ways) {
        const key = `${at} ${keyOf(way)}`;
        if (seen.has(key)) continue;
        seen.add(key);
        const known = next.get(at);
        if (known) known.push(way);
        else next.set(at, [way]);
      }
    };
    const isLast = index === patterns.length - 1;
    for (const [at, ways] of front)
      for (const way of ways) {
        matching.steps.spend();
        if (isMany(pattern))
          for (let end = isLast ? terms.length : at; end <= terms.length; end++) {
            matching.steps.spend();
            add(end, pattern.kind === 'ellipsis' ? [way] : takenBy(matching, pattern, terms, at, end, way));
          }
        else {
          const term = terms[at];
          if (term) add(at + 1, one(pattern, term, way));
        }
      }
    front = next;
    if (front.size === 0) break;
  }
  return front;
}

function takenBy(
  matching: Matching,
  { text }: Term,
  terms: readonly Term[],
  from: number,
  end: number,
  env: Env,
): Ways {
  const at = terms[from]?.at ?? terms.at(-1)?.end ?? 0;
  return matching.bindTo(text, matching.bound(terms.slice(from, end), at), env);
}

/** All terms, in order. */
export function ordered(
  matching: Matching,
  patterns: readonly Term[],
  terms: readonly Term[],
  env: Env,
): Ways {
  const [pattern] = patterns;
  const [term] = terms;
  // Most lists have one term, and nothing to choose.
  if (pattern && term && patterns.length === 1 && terms.length === 1 && !isMany(pattern))
    return matching.match(pattern, term, env);
  if (patterns.length !== terms.length && !patterns.some(isMany)) return [];
  const all = prefixes(matching, patterns, terms, env, (one, other, way) => matching.match(one, other, way));
  return all.get(terms.length) ?? [];
}

/** What stands for any number of terms. */
export const isMany = ({ kind }: Term): boolean => kind === 'ellipsis' || kind === 'metavariables';

/** Every pattern with a term of its own, whatever their order; terms that are left over do not matter. */
export function unordered(
  matching: Matching,
  patterns: readonly Term[],
  terms: readonly Term[],
  env: Env,
): Ways {
  let front: readonly { readonly way: Env; readonly used: readonly Term[] }[] = [{ way: env, used: [] }];
  for (const pattern of patterns) {
    if (pattern.kind === 'ellipsis') continue;
    if (pattern.kind === 'metavariables') {
      front = front.flatMap(({ way, used }) => {
        const left = terms.filter((term) => !used.includes(term));
        return matching
          .bindTo(pattern.text, matching.bound(left), way)
          .map((next) => ({ way: next, used: terms }));
      });
      continue;
    }
    const seen = new Set<string>();
    front = front.flatMap(({ way, used }) =>
      terms.flatMap((term) => {
        matching.steps.spend();
        if (used.includes(term)) return [];
        return matching.match(pattern, term, way).flatMap((next) => {
          const key =
            keyOf(next) +
            used
              .concat(term)
              .map(({ at }) => at)
              .toSorted()
              .join();
          if (seen.has(key)) return [];
          seen.add(key);
          return [{ way: next, used: [...used, term] }];
        });
      }),
    );
    if (front.length === 0) return [];
  }
  return front.map(({ way }) => way);
}

/** Arguments: those with a name have no order, the others have. */
export function argumentList(
  matching: Matching,
  patterns: readonly Term[],
  terms: readonly Term[],
  env: Env,
): Ways {
  const named = patterns.filter(({ kind }) => kind === 'named');
  if (named.length === 0) return ordered(matching, patterns, terms, env);
  const rest = patterns.filter(({ kind }) => kind !== 'named');
  let front: readonly { readonly way: Env; readonly left: readonly Term[] }[] = [{ way: env, left: terms }];
  for (const pattern of named)
    front = front.flatMap(({ way, left }) =>
      left
        .filter(({ kind }) => kind === 'named')
        .flatMap((term) =>
          matching
            .match(pattern, term, way)
            .map((next) => ({ way: next, left: left.filter((one) => one !== term) })),
        ),
    );
  return front.flatMap(({ way, left }) => ordered(matching, rest, left, way));
}
