import { itemsOf, type LocatedValue, membersOf, textOf } from '../../files/structured/value.ts';
import type { Condition, Formula, Target } from '../rule.ts';
import { readComparison } from '../search/comparison.ts';
import { readExpression } from './expression.ts';
import { conditionKeys, operatorKeys, partsOf } from './keys.ts';
import { targetOf } from './languages.ts';
import { Unreadable } from './problems.ts';

/** Compiles one pattern of code or text. @returns undefined where it does not follow the language's grammar */
export type CompilePattern = (source: string, target: Target) => Formula | undefined;

export interface Context {
  readonly target: Target;
  readonly compile: CompilePattern;
  /** Formulas read so far. */
  readonly budget: { count: number };
  /** What is looked at is known: it may be described by what it is not. */
  readonly isNested?: boolean;
}

/** Patterns and groups of one rule. */
const maximumFormulas = 2_000;
const maximumDepth = 20;
const maximumPattern = 10_000;

const operators: ReadonlySet<string> = new Set([...operatorKeys, 'semgrep-internal-pattern-anywhere']);

/** The names of operators that a rule, or a part of one, may have. */
export const formulaKeys: readonly string[] = [...operators];

const conditionOperators: ReadonlySet<string> = new Set(conditionKeys);

/** Reads what a rule, or a part of it, looks for. @throws Unreadable */
export function readFormula(value: LocatedValue, context: Context, depth = 0): Formula {
  const members = [...membersOf(value)];
  const found = members.filter(([key]) => operators.has(key));
  const conditions = members.filter(([key]) => conditionOperators.has(key));
  if (value.kind !== 'table' || found.length === 0)
    throw new Unreadable(value, `A pattern is expected here: one of ${formulaKeys.slice(0, -1).join(', ')}.`);
  const parts = found.map(([key, { key: place, value: inner }]) =>
    readOperator(key, place, inner, context, depth),
  );
  const [only] = parts;
  if (only && parts.length === 1 && conditions.length === 0) return only;
  return readAll(
    parts,
    conditions.map(([key, member]) => [key, member.value] as const),
    value,
    context,
    depth,
  );
}

function readOperator(
  key: string,
  place: { readonly start: number },
  value: LocatedValue,
  context: Context,
  depth: number,
): Formula {
  if (++context.budget.count > maximumFormulas)
    throw new Unreadable(place, `A rule has at most ${maximumFormulas} patterns.`);
  if (depth > maximumDepth)
    throw new Unreadable(place, `Patterns are nested more than ${maximumDepth} deep.`);
  switch (key) {
    case 'pattern':
      return readPattern(value, context, depth);
    case 'pattern-not':
      return { kind: 'not', formula: readPattern(value, context, depth) };
    case 'pattern-inside':
      return { kind: 'inside', formula: readPattern(value, context, depth) };
    case 'pattern-not-inside':
      return { kind: 'not-inside', formula: readPattern(value, context, depth) };
    case 'pattern-regex':
      return { kind: 'regex', expression: readExpression(value) };
    case 'pattern-not-regex':
      return { kind: 'not', formula: { kind: 'regex', expression: readExpression(value) } };
    case 'pattern-either': {
      const items = itemsOf(value);
      if (items.length === 0) throw new Unreadable(value, '"pattern-either" is a list of patterns.');
      return { kind: 'any', parts: items.map((item) => readFormula(item, context, depth + 1)) };
    }
    case 'patterns':
      return readPatterns(value, context, depth);
    default:
      throw new Unreadable(place, `"${key}" is not supported.`);
  }
}

function readPatterns(value: LocatedValue, context: Context, depth: number): Formula {
  const items = itemsOf(value);
  if (items.length === 0) throw new Unreadable(value, '"patterns" is a list of patterns and conditions.');
  const parts: Formula[] = [];
  const conditions: (readonly [string, LocatedValue])[] = [];
  for (const item of items) {
    const members = [...membersOf(item)];
    for (const [key, { key: place, value: inner }] of members) {
      if (conditionOperators.has(key)) conditions.push([key, inner]);
      else if (operators.has(key)) parts.push(readOperator(key, place, inner, context, depth + 1));
      else throw new Unreadable(place, `"${key}" is not supported here.`);
    }
    if (members.length === 0)
      throw new Unreadable(item, 'An item of "patterns" is a pattern or a condition.');
  }
  return readAll(parts, conditions, value, context, depth);
}

function readAll(
  parts: readonly Formula[],
  given: readonly (readonly [string, LocatedValue])[],
  place: LocatedValue,
  context: Context,
  depth: number,
): Formula {
  const isPositive = parts.some(({ kind }) => kind !== 'not' && kind !== 'not-inside');
  if (!isPositive && !context.isNested)
    throw new Unreadable(place, 'At least one pattern has to say what is looked for, not only what is not.');
  const conditions: Condition[] = [];
  const focus: (readonly string[])[] = [];
  for (const [key, value] of given) {
    if (key === 'focus-metavariable') focus.push(readFocus(value));
    else conditions.push(...readCondition(key, value, context, depth));
  }
  return { kind: 'all', parts, conditions, focus };
}

function readFocus(value: LocatedValue): readonly string[] {
  const names = value.kind === 'list' ? value.items.map((item) => textOf(item) ?? '') : [textOf(value) ?? ''];
  for (const name of names)
    if (!isName(name)) throw new Unreadable(value, '"focus-metavariable" names a metavariable, such as $X.');
  return names;
}

const isName = (name: string): boolean => /^\$(?:\.\.\.)?(?:[A-Z_][A-Z_0-9]*|\d+)$/.test(name);

function readPattern(value: LocatedValue, context: Context, depth: number): Formula {
  if (value.kind === 'table') return readFormula(value, { ...context, isNested: true }, depth + 1);
  const source = value.kind === 'literal' ? value.text : textOf(value);
  if (source === undefined || source.trim() === '') throw new Unreadable(value, 'A pattern is a text.');
  if (source.length > maximumPattern)
    throw new Unreadable(value, `A pattern has at most ${maximumPattern} characters.`);
  const compiled = compilePattern(source, value, context);
  if (!compiled)
    throw new Unreadable(
      value,
      `The pattern does not follow the grammar of ${context.target}: ${JSON.stringify(source.trim().slice(0, 80))}.`,
    );
  return compiled;
}

function compilePattern(
  source: string,
  place: LocatedValue,
  { compile, target }: Context,
): Formula | undefined {
  try {
    return compile(source, target);
  } catch (error) {
    if (error instanceof SyntaxError) throw new Unreadable(place, error.message);
    throw error;
  }
}

/** Parts of conditions that are not supported, and ask for nothing where they are off. */
const switches: ReadonlySet<string> = new Set(['strip', 'constant-propagation']);
const isOff = (value: LocatedValue): boolean => value.kind === 'literal' && value.text === 'false';

function readCondition(
  key: string,
  value: LocatedValue,
  context: Context,
  depth: number,
): readonly Condition[] {
  const members = membersOf(value);
  const text = (name: string): string | undefined => textOf(members.get(name)?.value);
  const only = (...names: readonly string[]): void => {
    for (const [name, { key: place, value: given }] of members)
      if (!names.includes(name) && !(switches.has(name) && isOff(given)))
        throw new Unreadable(place, `"${name}" is not supported in ${key}.`);
  };
  const name = text('metavariable') ?? '';
  if (key !== 'metavariable-comparison' && !isName(name))
    throw new Unreadable(
      members.get('metavariable')?.value ?? value,
      `"${key}" needs a metavariable, such as $X.`,
    );
  switch (key) {
    case 'metavariable-regex': {
      only(...partsOf[key]);
      const expression = members.get('regex')?.value;
      if (!expression) throw new Unreadable(value, '"metavariable-regex" needs a regex.');
      return [{ kind: 'regex', name, expression: readExpression(expression, textOf(expression), '') }];
    }
    case 'metavariable-comparison': {
      only(...partsOf[key]);
      const comparison = text('comparison');
      const base = members.get('base')?.value;
      if (comparison === undefined)
        throw new Unreadable(value, '"metavariable-comparison" needs a comparison.');
      try {
        return [
          {
            kind: 'comparison',
            comparison: readComparison(comparison),
            base: base?.kind === 'literal' ? Number(base.text) : undefined,
          },
        ];
      } catch (error) {
        if (error instanceof SyntaxError)
          throw new Unreadable(members.get('comparison')?.value ?? value, error.message);
        throw error;
      }
    }
    case 'metavariable-type': {
      only('metavariable', 'type', 'types');
      const types = [text('type'), ...itemsOf(members.get('types')?.value).map(textOf)].filter(
        (type) => type !== undefined,
      );
      return [{ kind: 'type', name, types }];
    }
    case 'metavariable-analysis': {
      only(...partsOf[key]);
      const analyzer = text('analyzer');
      if (analyzer !== 'entropy' && analyzer !== 'redos')
        throw new Unreadable(
          members.get('analyzer')?.value ?? value,
          `The analyzer ${analyzer ?? ''} is not supported; entropy and redos are.`,
        );
      return [{ kind: analyzer, name }];
    }
    default:
      return [readNested(key, value, name, context, depth)];
  }
}

/** `metavariable-pattern`: patterns of what a metavariable holds, perhaps in another language. */
function readNested(
  key: string,
  value: LocatedValue,
  name: string,
  context: Context,
  depth: number,
): Condition {
  const members = membersOf(value);
  for (const [one, { key: place }] of members)
    if (!operators.has(one) && !conditionOperators.has(one) && one !== 'metavariable' && one !== 'language')
      throw new Unreadable(place, `"${one}" is not supported in ${key}.`);
  const language = members.get('language')?.value;
  const target = language ? targetOf(textOf(language) ?? '') : context.target;
  if (target === undefined || (target !== 'text' && target !== context.target))
    throw new Unreadable(
      language ?? value,
      'What a metavariable holds is read as the language of the rule, as generic or as regex.',
    );
  const nested: Context = { ...context, target, isNested: true };
  const formula = readFormula(value, nested, depth + 1);
  // What is excluded is excluded from what the metavariable holds.
  const isNegative = formula.kind === 'not' || formula.kind === 'not-inside';
  return {
    kind: 'pattern',
    name,
    target,
    formula: isNegative ? { kind: 'all', parts: [formula], conditions: [], focus: [] } : formula,
  };
}
