import { findText } from '../generic/text-pattern.ts';
import { bind, boundTo, type Env, keyOf, unite } from '../matching/bindings.ts';
import { Matcher } from '../matching/matcher.ts';
import type { Steps } from '../matching/steps.ts';
import type { Formula, RuleOptions } from '../rule.ts';
import { findCode } from './code-search.ts';
import { satisfies } from './conditions.ts';
import { matchesOf } from './expressions.ts';
import { FileView } from './file-view.ts';
import { type Found, isEqual, isWithin, overlap, type Span } from './found.ts';

type All = Extract<Formula, { kind: 'all' }>;

/** Evaluates formulas over one file, as Semgrep does: places of each pattern, intersected and subtracted. */
export class Evaluation {
  readonly view: FileView;
  readonly steps: Steps;
  readonly matcher: Matcher | undefined;
  readonly options: RuleOptions;

  constructor(view: FileView, steps: Steps, options: RuleOptions) {
    this.view = view;
    this.steps = steps;
    this.options = options;
    this.matcher = view.code && new Matcher(view.code, steps, options);
  }

  /** Evaluates formulas over another text, with the same steps. */
  ofText(text: string): Evaluation {
    return new Evaluation(new FileView(text, 'text'), this.steps, this.options);
  }

  /**
   * Every place that a formula describes.
   * @param within what is looked at, where that is not the whole file
   * @throws StepLimit
   */
  find(formula: Formula, within?: Span): readonly Found[] {
    if (!this.view.mayHold(formula)) return [];
    if (within) return this.#find(formula, within);
    return this.view.once(formula, this.options, this.steps, () => this.#find(formula, undefined));
  }

  #find(formula: Formula, within: Span | undefined): readonly Found[] {
    switch (formula.kind) {
      case 'code':
        return this.matcher ? this.#unique(findCode(formula, this.matcher, within)) : [];
      case 'text': {
        const found = findText(formula, this.view.text, this.view.parts, this.steps);
        return within ? found.filter((one) => isWithin(one, within)) : found;
      }
      case 'regex':
        return this.#matches(formula.expression, within);
      case 'any':
        return this.#unique(formula.parts.flatMap((part) => this.find(part, within)));
      case 'inside':
        return this.find(formula.formula, within);
      case 'not':
      case 'not-inside':
        return [];
      case 'all':
        return this.#all(formula, within);
    }
  }

  #matches(expression: Extract<Formula, { kind: 'regex' }>['expression'], within: Span | undefined): Found[] {
    const { text } = this.view;
    const found: Found[] = [];
    for (const match of matchesOf(expression, text, within?.at ?? 0, within?.end ?? text.length)) {
      this.steps.spend(16);
      let env: Env;
      for (const { name, at, end } of match.groups)
        env = bind(env, name, { terms: [], at, end, text: text.slice(at, end) }) ?? env;
      found.push({ at: match.at, end: match.end, env });
    }
    return found;
  }

  #all({ parts, conditions, focus }: All, within: Span | undefined): readonly Found[] {
    const positive = parts.filter(({ kind }) => kind !== 'not' && kind !== 'not-inside');
    const plain = positive.filter(({ kind }) => kind !== 'inside');
    const insides = positive.filter(({ kind }) => kind === 'inside');
    const [start, ...others] = plain.length > 0 ? plain : insides.slice(0, 1);
    let found: readonly Found[] = start
      ? this.find(start, within)
      : within
        ? [{ ...within, env: undefined }]
        : [];
    // What stands within a context is looked for in the whole file: the context is around it.
    for (const part of others) found = this.#intersect(found, () => this.find(part, within), true);
    for (const part of plain.length > 0 ? insides : insides.slice(1))
      found = this.#intersect(found, () => this.find(part), false);
    for (const part of parts) {
      if (found.length === 0) return found;
      if (part.kind !== 'not' && part.kind !== 'not-inside') continue;
      const excluded = this.find(part.formula, part.kind === 'not' ? within : undefined);
      found = this.#subtract(found, excluded, relationOf(part));
    }
    for (const condition of conditions) found = found.filter((one) => satisfies(condition, one.env, this));
    return this.#unique(focus.reduce((all, names) => all.flatMap((one) => narrowed(one, names)), found));
  }

  /** Places within each other that hold the same. @param isPlain the others may be the inner ones, too */
  #intersect(found: readonly Found[], find: () => readonly Found[], isPlain: boolean): readonly Found[] {
    if (found.length === 0) return found;
    const others = find();
    const both: Found[] = [];
    for (const one of found)
      for (const other of others) {
        this.steps.spend();
        const inner = isWithin(one, other) ? one : isPlain && isWithin(other, one) ? other : undefined;
        const united = inner && unite(one.env, other.env);
        if (inner && united) both.push({ at: inner.at, end: inner.end, env: united.env });
      }
    return this.#unique(both);
  }

  #subtract(
    found: readonly Found[],
    excluded: readonly Found[],
    relation: (one: Span, other: Span) => boolean,
  ): readonly Found[] {
    return found.filter(
      (one) =>
        !excluded.some((other) => {
          this.steps.spend();
          return relation(one, other) && unite(one.env, other.env) !== undefined;
        }),
    );
  }

  #unique(found: readonly Found[]): readonly Found[] {
    if (found.length < 2) return found;
    const seen = new Map<string, Found>();
    for (const one of found) {
      this.steps.spend();
      const key = `${one.at} ${one.end} ${keyOf(one.env)}`;
      if (!seen.has(key)) seen.set(key, one);
    }
    return [...seen.values()];
  }
}

/** What is to be excluded: the same place, what it is within, or, for expressions, what it overlaps. */
function relationOf(
  part: Extract<Formula, { kind: 'not' | 'not-inside' }>,
): (one: Span, other: Span) => boolean {
  if (part.kind === 'not-inside') return isWithin;
  return part.formula.kind === 'regex' ? overlap : isEqual;
}

/** The place of one of the metavariables. */
function narrowed(found: Found, names: readonly string[]): readonly Found[] {
  return names.flatMap((name) => {
    const bound = boundTo(found.env, name);
    return bound ? [{ at: bound.at, end: bound.end, env: found.env }] : [];
  });
}
