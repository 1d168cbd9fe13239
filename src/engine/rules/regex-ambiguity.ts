import { type Automaton, accepting, automataOf, beginning, NotAnalysed } from './regex-automaton.ts';

/** Pairs of positions that are looked at. */
const maximumPairs = 40_000;
/** Ways for a text to end that are tried. */
const maximumEndings = 40;
/** Comparisons of steps, for all pairs together. */
const maximumSteps = 400_000;
/** Texts of one repetition that are tried. */
const maximumTried = 60;
/** How often a text is repeated to see whether some match is always found. */
const repetitions = 6;

/**
 * `ambiguous`: repeating `pump` doubles the ways to match it each time, and all are tried, as the match fails in the end.
 * `none`: no text does that. `unknown`: it was not found out.
 */
export type Ambiguity =
  | { readonly kind: 'ambiguous'; readonly pump: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' };

/**
 * Whether a repetition can match some text in two ways and still come back to where it began: the criterion of exponential
 * ambiguity of automata (Weber and Seidl), with a text after which the match fails.
 * @param whole the text is matched to its end
 */
export function ambiguityOf(source: string, flags: string, whole: boolean): Ambiguity {
  let unknown = false;
  try {
    const automata = automataOf(source, flags);
    for (const [i, automaton] of automata.entries()) {
      const pump = new Search(automaton, whole && i === 0).pump();
      if (pump !== undefined) return { kind: 'ambiguous', pump };
      unknown ||= automaton.isUnsure;
    }
  } catch (error) {
    if (!(error instanceof NotAnalysed || error instanceof SyntaxError)) throw error;
    unknown = true;
  }
  return { kind: unknown ? 'unknown' : 'none' };
}

interface Step {
  readonly to: number;
  /** Positions and an atom that leads to them; undefined at the start of a search. */
  readonly from: number | undefined;
  readonly atom: number;
}

class Search {
  readonly #automaton: Automaton;
  readonly #whole: boolean;
  /** The surely reached followers that read a character, with whether two ways lead there. */
  readonly #steps: readonly (readonly { readonly to: number; readonly twice: boolean }[])[];

  constructor(automaton: Automaton, whole: boolean) {
    this.#automaton = automaton;
    this.#whole = whole;
    this.#steps = automaton.reads.map((_, at) => this.#surelyAfter(at));
  }

  #surelyAfter(at: number): { to: number; twice: boolean }[] {
    return [...(this.#automaton.follow.get(at) ?? [])].flatMap(([to, { sure }]) =>
      to >= 0 && sure > 0 && !this.#automaton.ends.has(to) ? [{ to, twice: sure > 1 }] : [],
    );
  }

  /** The text to repeat. */
  pump(): string | undefined {
    const prefixes = this.#prefixes();
    for (const component of this.#components()) {
      let tried = 0;
      for (const { at, word } of this.#ambiguousWords(component)) {
        if (tried++ >= maximumTried) break;
        const prefix = prefixes.get(at);
        if (prefix && this.#fails(prefix, word))
          return word.map((atom) => this.#automaton.characters[atom] ?? '').join('');
      }
    }
    return undefined;
  }

  /** For each position, a shortest text (of atoms) that is read from the beginning up to and with it. */
  #prefixes(): Map<number, readonly number[]> {
    const found = new Map<number, readonly number[]>();
    const queue: number[] = [];
    const reach = (to: number, before: readonly number[]): void => {
      const reads = this.#automaton.reads[to] ?? 0n;
      if (found.has(to) || reads === 0n) return;
      found.set(to, [...before, lowest(reads)]);
      queue.push(to);
    };
    for (const { to } of this.#surelyAfter(beginning)) reach(to, []);
    for (const at of queue) for (const { to } of this.#steps[at] ?? []) reach(to, found.get(at) ?? []);
    return found;
  }

  /** Positions that lead to one another, by Tarjan's algorithm; those that lead back to themselves. */
  #components(): number[][] {
    const index = new Map<number, number>();
    const low = new Map<number, number>();
    const stack: number[] = [];
    const onStack = new Set<number>();
    const components: number[][] = [];
    const visit = (at: number): void => {
      index.set(at, index.size);
      low.set(at, index.get(at) ?? 0);
      stack.push(at);
      onStack.add(at);
      for (const { to } of this.#steps[at] ?? []) {
        if (!index.has(to)) {
          visit(to);
          low.set(at, Math.min(low.get(at) ?? 0, low.get(to) ?? 0));
        } else if (onStack.has(to)) low.set(at, Math.min(low.get(at) ?? 0, index.get(to) ?? 0));
      }
      if (low.get(at) !== index.get(at)) return;
      const component: number[] = [];
      for (let last = stack.pop(); last !== undefined; last = stack.pop()) {
        onStack.delete(last);
        component.push(last);
        if (last === at) break;
      }
      if (component.length > 1 || this.#steps[at]?.some(({ to }) => to === at)) components.push(component);
    };
    for (const at of this.#steps.keys()) if (!index.has(at)) visit(at);
    return components;
  }

  /** Texts that lead from a position back to it in two ways, as a pair of ways that part and meet again. */
  *#ambiguousWords(component: readonly number[]): Iterable<{ at: number; word: number[] }> {
    const inside = new Set(component);
    const { reads } = this.#automaton;
    const count = reads.length;
    const steps = (at: number): readonly { readonly to: number; readonly twice: boolean }[] =>
      (this.#steps[at] ?? []).filter(({ to }) => inside.has(to));
    // Pairs that two ways with the same text can be at; a pair of one position with itself is where they meet.
    const parents = new Map<number, Step>();
    const queue: number[] = [];
    for (const at of component) {
      const pair = at * count + at;
      parents.set(pair, { to: pair, from: undefined, atom: -1 });
      queue.push(pair);
    }
    let compared = 0;
    for (const pair of queue) {
      const [a, b] = [Math.floor(pair / count), pair % count];
      for (const { to: left, twice } of steps(a)) {
        for (const { to: right } of steps(b)) {
          if (++compared > maximumSteps) throw new NotAnalysed();
          const both = (reads[left] ?? 0n) & (reads[right] ?? 0n);
          if (both === 0n) continue;
          if (a === b && left === right) {
            if (twice) yield this.#closed(a, [{ to: left, atom: lowest(both) }], inside);
            continue;
          }
          const next = Math.min(left, right) * count + Math.max(left, right);
          const atom = lowest(both);
          if (a !== b && left === right) {
            // They meet again.
            const word = [...this.#wordTo(pair, parents), atom];
            const start = this.#startOf(pair, parents, count);
            yield this.#closed(start, [{ to: left, atoms: word }], inside);
            continue;
          }
          if (parents.has(next)) continue;
          if (parents.size > maximumPairs) throw new NotAnalysed();
          parents.set(next, { to: next, from: pair, atom });
          queue.push(next);
        }
      }
    }
  }

  #wordTo(pair: number, parents: ReadonlyMap<number, Step>): number[] {
    const word: number[] = [];
    for (let step = parents.get(pair); step?.from !== undefined; step = parents.get(step.from))
      word.unshift(step.atom);
    return word;
  }

  #startOf(pair: number, parents: ReadonlyMap<number, Step>, count: number): number {
    let step = parents.get(pair);
    while (step?.from !== undefined) step = parents.get(step.from);
    return (step?.to ?? 0) % count;
  }

  /** The text, and what leads from where it ends back to where it began. */
  #closed(
    at: number,
    [{ to, atom, atoms }]: [{ to: number; atom?: number; atoms?: readonly number[] }],
    inside: ReadonlySet<number>,
  ): { at: number; word: number[] } {
    const ways = new Map<number, readonly number[]>([[to, []]]);
    for (const [from, way] of ways) {
      if (from === at) break;
      for (const { to: next } of this.#steps[from] ?? [])
        if (inside.has(next) && !ways.has(next))
          ways.set(next, [...way, lowest(this.#automaton.reads[next] ?? 1n)]);
    }
    return { at, word: [...(atoms ?? [atom ?? 0]), ...(ways.get(at) ?? [])] };
  }

  /** Whether, after the text was repeated, some further text lets the match fail. */
  #fails(prefix: readonly number[], word: readonly number[]): boolean {
    let at: ReadonlySet<number> = new Set([beginning]);
    for (const atom of [...prefix, ...Array.from({ length: repetitions }, () => word).flat()]) {
      at = this.#after(at, atom);
      if (!this.#whole && this.#accepts(at)) return false;
    }
    return this.#endsBadly(at);
  }

  /** Whether some text from here on, as short as a few characters, finds no match. */
  #endsBadly(from: ReadonlySet<number>): boolean {
    const seen = new Set<string>();
    const queue = [from];
    for (const at of queue) {
      if (!this.#acceptsEnd(at)) return true;
      for (const atom of this.#automaton.characters.keys()) {
        const then = this.#after(at, atom);
        const key = [...then].sort((a, b) => a - b).join();
        if (seen.has(key) || (!this.#whole && this.#accepts(then))) continue;
        seen.add(key);
        if (queue.length < maximumEndings) queue.push(then);
      }
    }
    return false;
  }

  #after(at: ReadonlySet<number>, atom: number): Set<number> {
    const bit = 1n << BigInt(atom);
    const next = new Set<number>();
    for (const position of at)
      for (const to of this.#automaton.follow.get(position)?.keys() ?? [])
        if (to >= 0 && ((this.#automaton.reads[to] ?? 0n) & bit) !== 0n) next.add(to);
    return next;
  }

  #accepts(at: ReadonlySet<number>): boolean {
    return [...at].some((position) => this.#automaton.follow.get(position)?.has(accepting));
  }

  /** Whether the match is found where the text ends here. */
  #acceptsEnd(at: ReadonlySet<number>): boolean {
    const seen = new Set(at);
    for (const position of seen)
      for (const to of this.#automaton.follow.get(position)?.keys() ?? []) {
        if (to === accepting) return true;
        if (this.#automaton.ends.has(to)) seen.add(to);
      }
    return false;
  }
}

function lowest(mask: bigint): number {
  let atom = 0;
  for (let rest = mask; (rest & 1n) === 0n && rest !== 0n; rest >>= 1n) atom++;
  return atom;
}
