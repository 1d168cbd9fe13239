import { grouped } from '../../grouped.ts';
import { dottedTerm, type Term } from '../../languages/term.ts';
import type { RuleOptions } from '../rule.ts';
import { type Bound, bind, type Env } from './bindings.ts';
import { literalOf, stringOf, valueOfName } from './constants.ts';
import type { IndexedFile } from './indexed-file.ts';
import { matchFragment, matchRegex, matchString } from './literals.ts';
import { argumentList, isMany, ordered, unordered } from './sequences.ts';
import { wholeBlock } from './statements.ts';
import type { Steps } from './steps.ts';
import { isOfType } from './types.ts';
import type { Matching, Ways } from './ways.ts';

const none: Ways = [];

/** Fields that a pattern may leave out of what it matches. */
const optional: ReadonlySet<string> = new Set([
  ...['decorator', 'modifier', 'type', 'superclass', 'interface', 'throws', 'alias', 'value', 'alternative'],
  ...[
    'body',
    'child',
    'type_parameters',
    'return_type',
    'finalizer',
    'accessibility',
    'type_arguments',
    'permits',
    'dimensions',
  ],
]);
/** Fields whose terms have no order. */
const unorderedFields: ReadonlySet<string> = new Set([
  'decorator',
  'modifier',
  'superclass',
  'interface',
  'throws',
  'attribute',
]);
/** Kinds whose terms have no order. */
const unorderedKinds: ReadonlySet<string> = new Set(['object', 'members', 'set']);

/** Matches patterns with the terms of one file. */
export class Matcher implements Matching {
  readonly file: IndexedFile;
  readonly steps: Steps;
  readonly options: RuleOptions;

  constructor(file: IndexedFile, steps: Steps, options: RuleOptions) {
    this.file = file;
    this.steps = steps;
    this.options = options;
  }

  bound(terms: readonly Term[], at = terms[0]?.at ?? 0, end = terms.at(-1)?.end ?? at): Bound {
    return { terms, at, end, text: this.file.text.slice(at, end) };
  }

  /** @throws StepLimit */
  match(pattern: Term, term: Term, env: Env): Ways {
    this.steps.spend();
    switch (pattern.kind) {
      case 'ellipsis':
        return [env];
      case 'metavariable':
        return this.#metavariable(pattern, term, env);
      case 'metavariables':
        return this.bindTo(pattern.text, this.bound([term]), env);
      case 'typed':
        return isOfType(term, pattern.parts[0]?.text ?? '', this.file)
          ? this.bindTo(pattern.text, this.bound([term]), env)
          : none;
      case 'deep':
        return this.#within(pattern.parts[0] as Term, term, env);
      case 'string':
      case 'string-expression':
        return matchString(pattern, this.#stringOf(term), term, env, this.#binding);
      case 'fragment':
        return matchFragment(pattern, term, env, this.#binding);
      case 'regex':
        return matchRegex(pattern, term, env, this.#binding);
      case 'import':
        return term.kind === 'import' ? this.#import(pattern, term, env) : none;
      default:
    }
    const direct = this.#same(pattern, term, env);
    if (direct.length > 0) return direct;
    return this.#otherwise(pattern, term, env);
  }

  bindTo(name: string, value: Bound, env: Env): Ways {
    if (name === '$_') return [env];
    const next = bind(env, name, value);
    return next ? [next] : none;
  }

  #metavariable(pattern: Term, term: Term, env: Env): Ways {
    if (term.kind === 'fragment') return none;
    if (term.kind === 'named' || term.kind === 'statement') {
      const [only] = term.parts.slice(-1);
      return term.kind === 'statement' && only ? this.bindTo(pattern.text, this.bound([only]), env) : none;
    }
    if (term.kind === 'parameter') {
      const name = term.parts.find(({ field }) => field === 'name');
      return name ? this.bindTo(pattern.text, this.bound([name]), env) : none;
    }
    const direct = this.bindTo(pattern.text, this.bound([term]), env);
    if (direct.length > 0 || !this.options.symbolicPropagation) return direct;
    const value = valueOfName(term, this.file);
    return value ? this.bindTo(pattern.text, this.bound([value]), env) : none;
  }

  /** What matching of literals needs. */
  get #binding(): Pick<Matching, 'bindTo' | 'bound'> {
    return { bindTo: (...given) => this.bindTo(...given), bound: (...given) => this.bound(...given) };
  }

  #stringOf(term: Term): string | undefined {
    if (term.kind === 'string') return term.text;
    return this.options.constantPropagation ? stringOf(term, this.file) : undefined;
  }

  /** `import a` is any import from `a`, or of what is in it. */
  #import(pattern: Term, term: Term, env: Env): Ways {
    const direct = this.#same(pattern, term, env);
    const [only] = pattern.parts;
    if (direct.length > 0 || pattern.parts.length !== 1 || only?.kind !== 'word') return direct;
    const [source, imported] = term.parts;
    const full = imported?.field === 'imported' ? `${source?.text}.${imported.text}` : (source?.text ?? '');
    return full.startsWith(`${only.text}.`) || full === only.text ? [env] : none;
  }

  #within(pattern: Term, term: Term, env: Env): Ways {
    const found: Env[] = [];
    const visit = (one: Term): void => {
      found.push(...this.match(pattern, one, env));
      for (const part of one.parts) visit(part);
    };
    visit(term);
    return found;
  }

  /** The same form: kind, text, and each field in turn. */
  #same(pattern: Term, term: Term, env: Env): Ways {
    if (
      pattern.kind === 'statement' &&
      pattern.parts[0]?.kind === 'metavariable' &&
      term.kind !== 'statement'
    )
      return this.bindTo(pattern.parts[0].text, this.bound([term]), env);
    const { kind } = pattern;
    const isOtherKind =
      kind !== term.kind &&
      !(kind === 'assign' && term.kind === 'declare') &&
      !(namesOfAnything.has(kind) && namesOfAnything.has(term.kind));
    if (isOtherKind || (pattern.text !== term.text && !areOneLiteral(pattern, term))) return none;
    if (pattern.parts.length === 0 && term.parts.length === 0) return [env];
    if (isAnyLoop(pattern))
      return this.#fields(pattern.parts.filter(isBody), term.parts.filter(isBody), kind, env);
    return this.#fields(pattern.parts, term.parts, kind, env);
  }

  #fields(patterns: readonly Term[], terms: readonly Term[], kind: string, env: Env): Ways {
    const fields = fieldsOf(patterns);
    for (const { field } of terms) if (!fields.has(field) && !this.#mayLack(field, kind)) return none;
    let ways: Ways = [env];
    for (const [field, own] of fields) {
      const others = terms.filter((part) => part.field === field);
      ways = ways.flatMap((way) => this.#field(field, kind, own, others, way));
      if (ways.length === 0) return none;
    }
    return ways;
  }

  #field(field: string, kind: string, patterns: readonly Term[], terms: readonly Term[], env: Env): Ways {
    if (
      this.file.family === 'python' &&
      wholeKinds.has(kind) &&
      patterns.length !== terms.length &&
      !patterns.some(isMany)
    )
      return none;
    if (unorderedFields.has(field) || unorderedKinds.has(kind)) return unordered(this, patterns, terms, env);
    if (field === 'argument') return argumentList(this, patterns, terms, env);
    if (field === 'statement') return wholeBlock(this, patterns, terms, env);
    return ordered(this, patterns, terms, env);
  }

  #mayLack(field: string, kind: string): boolean {
    if (optional.has(field)) return true;
    if (unorderedKinds.has(kind)) return kind === 'members';
    if (kind === 'import') return field === 'imported' || field === 'source';
    return false;
  }

  /** The same meaning in another form. */
  #otherwise(pattern: Term, term: Term, env: Env): Ways {
    if (pattern.kind === 'name' || pattern.kind === 'member') {
      const dotted = dottedTerm(pattern);
      if (dotted !== undefined && this.file.fullNames(term).includes(dotted)) return [env];
      if (pattern.kind === 'member' && term.kind === 'member') return none;
    }
    if (pattern.kind === 'member' || pattern.kind === 'call') {
      const chained = this.#chain(pattern, term, env);
      if (chained.length > 0) return chained;
    }
    if (term.kind === 'generic' && pattern.kind !== 'generic')
      return this.match(pattern, term.parts[0] as Term, env);
    if (
      pattern.kind === 'block' &&
      term.kind === 'array' &&
      pattern.parts.every(({ kind }) => kind === 'ellipsis')
    )
      return [env];
    if (pattern.kind === 'function' && term.kind === 'lambda') return none;
    if (
      pattern.kind === 'binary' &&
      (pattern.text === '==' || pattern.text === '!=') &&
      term.kind === 'binary' &&
      term.text === pattern.text
    ) {
      const [left, right] = term.parts;
      if (left && right)
        return this.#fields(
          pattern.parts,
          [
            { ...right, field: 'left' },
            { ...left, field: 'right' },
          ],
          'binary',
          env,
        );
    }
    if (
      pattern.kind === 'binary' &&
      associative.has(pattern.text) &&
      term.kind === 'binary' &&
      term.text === pattern.text
    ) {
      const own = operands(pattern);
      const others = operands(term);
      if (own.length > 2 || own.some(({ kind }) => kind === 'ellipsis'))
        return ordered(this, own, others, env);
    }
    if (this.options.constantPropagation && (pattern.kind === 'number' || booleans.has(pattern.kind))) {
      const literal = term.kind === 'name' || term.kind === 'member' ? literalOf(term, this.file) : undefined;
      if (literal && literal.kind === pattern.kind && areOneLiteral(pattern, literal)) return [env];
    }
    if (this.options.symbolicPropagation && term.kind === 'name' && pattern.kind !== 'name') {
      const value = valueOfName(term, this.file);
      if (value && value !== term) return this.#same(pattern, value, env);
    }
    return none;
  }

  /** `$X. ... .last()`: calls and members in between do not matter. */
  #chain(pattern: Term, term: Term, env: Env): Ways {
    const [object, property] = pattern.kind === 'member' ? pattern.parts : (pattern.parts[0]?.parts ?? []);
    if (!object) return none;
    if (object.kind === 'member' && object.parts[1]?.kind === 'ellipsis' && object.parts[0]) {
      // The ellipsis stands for a way from its object to what the property is taken of.
      const last = pattern.kind === 'member' ? term : term.parts[0];
      if (pattern.kind === 'call' && term.kind !== 'call') return none;
      if (last?.kind !== 'member' || !property) return none;
      const found: Env[] = [];
      const named = this.match(property, last.parts[1] as Term, env);
      const others: Ways =
        pattern.kind === 'call'
          ? named.flatMap((way) => argumentList(this, pattern.parts.slice(1), term.parts.slice(1), way))
          : named;
      for (
        let one: Term | undefined = last.parts[0];
        one;
        one = one.kind === 'member' || one.kind === 'call' || one.kind === 'index' ? one.parts[0] : undefined
      ) {
        if (
          one.kind === 'member' &&
          this.file.parentOf(one)?.kind === 'call' &&
          this.file.parentOf(one)?.parts[0] === one &&
          one !== last.parts[0]
        )
          continue;
        for (const way of others) found.push(...this.match(object.parts[0], one, way));
      }
      return found;
    }
    if (pattern.kind === 'member' && property?.kind === 'ellipsis') {
      const found: Env[] = [];
      for (
        let one: Term | undefined = term;
        one;
        one = one.kind === 'member' || one.kind === 'call' || one.kind === 'index' ? one.parts[0] : undefined
      )
        found.push(...this.match(object, one, env));
      return found;
    }
    return none;
  }
}

const knownFields = new WeakMap<readonly Term[], ReadonlyMap<string, readonly Term[]>>();

/** The parts of a pattern by field: one pattern is matched with many terms. */
function fieldsOf(patterns: readonly Term[]): ReadonlyMap<string, readonly Term[]> {
  const known = knownFields.get(patterns);
  if (known) return known;
  const fields = grouped(patterns, ({ field }) => field);
  knownFields.set(patterns, fields);
  return fields;
}

/** Kinds whose terms all have to be in a pattern, unless it has an ellipsis. */
const wholeKinds: ReadonlySet<string> = new Set(['object', 'set']);
/** A name of a value, or of something else. */
const namesOfAnything: ReadonlySet<string> = new Set(['word', 'name']);
const isBody = ({ field }: Term): boolean => field === 'body';
const booleans: ReadonlySet<string> = new Set(['true', 'false', 'null', 'none']);
const associative: ReadonlySet<string> = new Set(['&&', '||', 'and', 'or', '+', '|', '&']);

const operands = (term: Term, op = term.text): readonly Term[] =>
  term.kind === 'binary' && term.text === op
    ? term.parts.flatMap((part) => operands(part, op)).map((part) => ({ ...part, field: '' }))
    : [term];

/** `for (...)`: whatever kind of loop. */
const isAnyLoop = (pattern: Term): boolean =>
  pattern.kind.startsWith('for_') &&
  pattern.parts.every(
    ({ kind, field }) => field === 'body' || (field === 'condition' && kind === 'ellipsis'),
  );

/** Numbers that are spelled in other ways. */
function areOneLiteral(a: Term, b: Term): boolean {
  if (a.kind !== b.kind) return false;
  if (a.text === b.text) return true;
  if (a.kind !== 'number') return false;
  const number = ({ text }: Term): number =>
    Number(text.replaceAll('_', '').replace(/(?<![xX][\da-fA-F]*)[lLfFdDn]$/, ''));
  return number(a) === number(b);
}
