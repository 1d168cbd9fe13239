import { type CharSet, JS } from 'refa';

/** Past these an expression is not analysed: repetitions are written out, and pairs of positions looked at. */
const maximumNodes = 1_500;
const maximumAtoms = 500;
const maximumPaths = 60_000;

type Pattern = JS.Parser['ast']['pattern'];
type Alternative = Pattern['alternatives'][number];
type Element = Alternative['elements'][number];
type Range = { readonly min: number; readonly max: number };

/** The expression is too large, or has something that cannot be read. */
export class NotAnalysed extends Error {}

type Build =
  | { readonly k: 'char'; readonly ranges: readonly Range[]; next: number }
  /** The end of the text. */
  | { readonly k: 'end'; next: number }
  | { readonly k: 'split'; next: number[] }
  /** Where an iteration that need not be begins and ends: one that has read nothing does not count. */
  | { readonly k: 'enter'; next: number }
  | { readonly k: 'leave'; readonly entered: number; next: number }
  /** A condition that is not looked into. */
  | { readonly k: 'unsure'; next: number }
  | { readonly k: 'accept' };

/** Ways from one position to the next without reading: `sure` ones need no condition; two stand for more. */
export interface Ways {
  readonly sure: number;
  readonly all: number;
}

export interface Automaton {
  /** For each position, the atoms (see `characters`) that it reads. */
  readonly reads: readonly bigint[];
  /** Positions that stand for the end of the text. */
  readonly ends: ReadonlySet<number>;
  /** From the beginning (-1) and from each position; `accepting` is among the targets. */
  readonly follow: ReadonlyMap<number, ReadonlyMap<number, Ways>>;
  /** A character for each atom: characters that no position tells apart. */
  readonly characters: readonly string[];
  /** It has conditions that were not looked into. */
  readonly isUnsure: boolean;
}

export const beginning = -1;
export const accepting = -2;

/** The expressions that are matched by themselves: the whole one, and what it looks ahead for. */
export function automataOf(source: string, flags: string): Automaton[] {
  const parser = JS.Parser.fromLiteral({ source, flags: flags.replace(/[^imsuv]/g, '') });
  const wholes: (readonly Alternative[])[] = [parser.ast.pattern.alternatives];
  const automata: Automaton[] = [];
  for (let i = 0; i < wholes.length && i < 8; i++)
    automata.push(new Builder(parser, wholes).automaton(wholes[i] ?? []));
  return automata;
}

class Builder {
  readonly #parser: JS.Parser;
  /** Where bodies of lookaheads are put. */
  readonly #ahead: (readonly Alternative[])[];
  readonly #nodes: Build[] = [{ k: 'accept' }];
  #loops = 0;
  #paths = 0;
  readonly #referring = new Set<unknown>();
  #isUnsure = false;

  constructor(parser: JS.Parser, ahead: (readonly Alternative[])[]) {
    this.#parser = parser;
    this.#ahead = ahead;
  }

  automaton(alternatives: readonly Alternative[]): Automaton {
    const start = this.#alternatives(alternatives, 0);
    const positions: number[] = [];
    this.#nodes.forEach((node, i) => {
      if (node.k === 'char' || node.k === 'end') positions.push(i);
    });
    const numbers = new Map(positions.map((node, i) => [node, i]));
    const { masks, characters } = this.#atoms(positions);
    const follow = new Map([[beginning, this.#waysFrom(start, numbers)]]);
    const ends = new Set<number>();
    positions.forEach((at, i) => {
      const node = this.#nodes[at];
      if (node?.k === 'end') ends.add(i);
      if (node?.k === 'end' || node?.k === 'char') follow.set(i, this.#waysFrom(node.next, numbers));
    });
    return { reads: masks, ends, follow, characters, isUnsure: this.#isUnsure };
  }

  #add(node: Build): number {
    if (this.#nodes.length >= maximumNodes) throw new NotAnalysed();
    return this.#nodes.push(node) - 1;
  }

  #unsure(next: number): number {
    this.#isUnsure = true;
    return this.#add({ k: 'unsure', next });
  }

  #alternatives(alternatives: readonly Alternative[], next: number): number {
    const starts = alternatives.map(({ elements }) => this.#sequence(elements, next));
    return starts.length === 1 ? (starts[0] ?? next) : this.#add({ k: 'split', next: starts });
  }

  #sequence(elements: readonly Element[], next: number): number {
    let at = next;
    for (let i = elements.length - 1; i >= 0; i--) {
      const element = elements[i] as Element;
      const before = elements[i - 1];
      // `(?!x).` reads what is not x.
      const condition = before && isReading(element) ? this.#conditionOf(before) : undefined;
      if (condition) i--;
      at = this.#element(element, at, condition);
    }
    return at;
  }

  #conditionOf(element: Element): ((ranges: CharSet) => CharSet) | undefined {
    if (element.type !== 'Assertion' || element.kind !== 'lookahead') return undefined;
    const [only, ...others] = element.alternatives;
    const [single, ...more] = only?.elements ?? [];
    if (others.length > 0 || more.length > 0 || !single || !isReading(single)) return undefined;
    const set = this.#charactersOf(single);
    return set && ((ranges) => (element.negate ? ranges.without(set) : ranges.intersect(set)));
  }

  #element(element: Element, next: number, condition?: (ranges: CharSet) => CharSet): number {
    switch (element.type) {
      case 'Group':
      case 'CapturingGroup':
        return this.#alternatives(element.alternatives, next);
      case 'Quantifier':
        return this.#repeated(element.element, element.min, element.max, next);
      case 'Assertion':
        return this.#assertion(element, next);
      case 'Backreference':
        return this.#reference(element, next);
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass': {
        const set = this.#charactersOf(element);
        if (!set) throw new NotAnalysed();
        return this.#add({ k: 'char', ranges: (condition?.(set) ?? set).ranges, next });
      }
    }
  }

  #assertion(element: Extract<Element, { type: 'Assertion' }>, next: number): number {
    switch (element.kind) {
      case 'end':
        return this.#add({ k: 'end', next });
      case 'start':
      case 'word':
        return this.#loops > 0 ? this.#unsure(next) : next;
      case 'lookahead':
        // `/(?![ *])…`: there are other characters enough.
        if (element.negate && this.#loops === 0 && this.#conditionOf(element)) return next;
        this.#ahead.push(element.alternatives);
        return this.#unsure(next);
      case 'lookbehind':
        return this.#unsure(next);
    }
  }

  /** The text of the group again, which is some text that the group fits. */
  #reference({ resolved }: Extract<Element, { type: 'Backreference' }>, next: number): number {
    const groups = Array.isArray(resolved) ? resolved : [resolved];
    if (groups.length !== 1 || this.#referring.has(groups[0])) return this.#unsure(next);
    const [group] = groups;
    this.#referring.add(group);
    const start = this.#alternatives(group?.alternatives ?? [], next);
    this.#referring.delete(group);
    return this.#unsure(start);
  }

  #repeated(element: Element, min: number, max: number, next: number): number {
    let at = next;
    let required = min;
    if (max === Number.POSITIVE_INFINITY) {
      this.#loops++;
      const choice = this.#add({ k: 'split', next: [] });
      const iteration = this.#optional(element, choice);
      (this.#nodes[choice] as Extract<Build, { k: 'split' }>).next.push(iteration.enter, next);
      this.#loops--;
      // Where it is to be once at least, it begins with the body, and goes back from there.
      at = min === 0 ? choice : iteration.body;
      required = min - 1;
    } else {
      for (let i = max; i > min; i--)
        at = this.#add({ k: 'split', next: [this.#optional(element, at).enter, next] });
    }
    for (let i = 0; i < required; i++) at = this.#element(element, at);
    return at;
  }

  #optional(element: Element, next: number): { readonly enter: number; readonly body: number } {
    const enter = this.#add({ k: 'enter', next: -1 });
    const body = this.#element(element, this.#add({ k: 'leave', entered: enter, next }));
    (this.#nodes[enter] as Extract<Build, { k: 'enter' }>).next = body;
    return { enter, body };
  }

  #charactersOf(element: Element): CharSet | undefined {
    const { expression } = this.#parser.parseElement(element, { assertions: 'unknown' });
    const [only, ...others] = expression.alternatives;
    if (!only) return undefined;
    const [single, ...more] = only.elements;
    return others.length === 0 && more.length === 0 && single?.type === 'CharacterClass'
      ? single.characters
      : undefined;
  }

  /** Characters that no position tells apart are one atom; the first printable one stands for it. */
  #atoms(positions: readonly number[]): { masks: bigint[]; characters: string[] } {
    const ranges = positions.map((at) => {
      const node = this.#nodes[at];
      return node?.k === 'char' ? node.ranges : [];
    });
    const cuts = new Set([0, 0x20, 0x7f]);
    for (const { min, max } of ranges.flat()) cuts.add(min).add(max + 1);
    const sorted = [...cuts].filter((cut) => cut <= 0xffff).sort((a, b) => a - b);
    // Intervals that are in the same sets are the same atom.
    const atoms = new Map<string, { within: readonly number[]; code: number }>();
    for (const code of sorted) {
      const within = ranges.flatMap((of, i) =>
        of.some(({ min, max }) => min <= code && code <= max) ? [i] : [],
      );
      const key = within.join();
      const known = atoms.get(key);
      if (!known) atoms.set(key, { within, code });
      else if (isPrintable(code) && !isPrintable(known.code)) known.code = code;
    }
    if (atoms.size > maximumAtoms) throw new NotAnalysed();
    // Those that the fewest positions read come first: a text of them is matched in the fewest other ways.
    const ordered = [...atoms.values()].sort((a, b) => a.within.length - b.within.length);
    const masks = ranges.map(() => 0n);
    ordered.forEach(({ within }, atom) => {
      for (const i of within) masks[i] = (masks[i] ?? 0n) | (1n << BigInt(atom));
    });
    return { masks, characters: ordered.map(({ code }) => String.fromCharCode(code)) };
  }

  #waysFrom(start: number, numbers: ReadonlyMap<number, number>): Map<number, Ways> {
    const found = new Map<number, Ways>();
    const entered = new Set<number>();
    const go = (at: number, sure: boolean): void => {
      if (++this.#paths > maximumPaths) throw new NotAnalysed();
      const node = this.#nodes[at] as Build;
      switch (node.k) {
        case 'split':
          for (const next of node.next) go(next, sure);
          return;
        case 'unsure':
          go(node.next, false);
          return;
        case 'enter':
          entered.add(at);
          go(node.next, sure);
          entered.delete(at);
          return;
        case 'leave':
          if (!entered.has(node.entered)) go(node.next, sure);
          return;
        default: {
          const target = node.k === 'accept' ? accepting : (numbers.get(at) ?? accepting);
          const known = found.get(target);
          found.set(target, {
            sure: Math.min(2, (known?.sure ?? 0) + (sure ? 1 : 0)),
            all: Math.min(2, (known?.all ?? 0) + 1),
          });
        }
      }
    };
    go(start, true);
    return found;
  }
}

const isReading = ({ type }: Element): boolean =>
  type === 'Character' ||
  type === 'CharacterSet' ||
  type === 'CharacterClass' ||
  type === 'ExpressionCharacterClass';

const isPrintable = (code: number): boolean => code > 0x20 && code < 0x7f;
