import { type Place, parsePlaces } from './access-paths.ts';
import type { Row, RowOf } from './rows.ts';
import type { Condition } from './schema.ts';

/** A condition with its places and expression compiled. */
export interface CompiledCondition {
  readonly places: readonly Place[];
  readonly test: Condition;
  readonly pattern: RegExp | undefined;
}

export interface Conditional<R> {
  readonly row: R;
  readonly places: readonly Place[];
  readonly when: readonly CompiledCondition[];
}

/** A row about what is stored, with its places compiled. */
export interface Keeping<R> {
  readonly row: R;
  readonly places: readonly Place[];
  readonly key: readonly Place[] | undefined;
}

/** Everything the catalog says about one API path. */
export interface Model {
  readonly sources: Conditional<RowOf<'source'>>[];
  /** Sources that give data only when they are called. */
  readonly results: Conditional<RowOf<'source'>>[];
  readonly sinks: Conditional<RowOf<'sink'>>[];
  readonly flows: { readonly from: readonly Place[]; readonly to: readonly Place[] }[];
  readonly sanitizers: Conditional<RowOf<'sanitizer'>>[];
  readonly guards: Conditional<RowOf<'guard'>>[];
  readonly misuses: Conditional<RowOf<'misuse'>>[];
  readonly renders: Conditional<RowOf<'render'>>[];
  readonly callbacks: RowOf<'callback'>[];
  readonly writes: Keeping<RowOf<'write'>>[];
  readonly reads: Keeping<RowOf<'read'>>[];
  readonly becomes: Conditional<RowOf<'become'>>[];
  /** Types of the result that depend on the arguments. */
  readonly types: Conditional<RowOf<'type'>>[];
  type: string | undefined;
  container: RowOf<'container'> | undefined;
  constant: RowOf<'constant'> | undefined;
  neutral: boolean;
  /** Classes for which the result may harm again. */
  restores: string[];
  /** How the text of the result begins. */
  begins: string | undefined;
  /** The call does not return. */
  never: boolean;
  asserts: boolean;
}

export function emptyModel(): Model {
  return {
    sources: [],
    results: [],
    sinks: [],
    flows: [],
    sanitizers: [],
    guards: [],
    misuses: [],
    renders: [],
    callbacks: [],
    writes: [],
    reads: [],
    becomes: [],
    types: [],
    type: undefined,
    container: undefined,
    constant: undefined,
    neutral: false,
    restores: [],
    begins: undefined,
    never: false,
    asserts: false,
  };
}

const conditions = (when: readonly Condition[] | undefined): readonly CompiledCondition[] =>
  (when ?? []).map((test) => ({
    places: parsePlaces(test.input),
    test,
    pattern: test.matches === undefined ? undefined : new RegExp(test.matches, test.ignoreCase ? 'i' : ''),
  }));

/** Adds what a row says to its API's model; rows that are not about one API path are left alone. */
export function addRow(model: Model, row: Row): void {
  switch (row.kind) {
    case 'source':
      (row.called ? model.results : model.sources).push({
        row,
        places: parsePlaces(row.to),
        when: conditions(row.when),
      });
      return;
    case 'sink':
      model.sinks.push({ row, places: parsePlaces(row.input), when: conditions(row.when) });
      return;
    case 'flow':
      model.flows.push({ from: parsePlaces(row.from), to: parsePlaces(row.to) });
      return;
    case 'sanitizer':
      model.sanitizers.push({ row, places: parsePlaces(row.input), when: conditions(row.when) });
      return;
    case 'guard':
      model.guards.push({ row, places: parsePlaces(row.input), when: [] });
      return;
    case 'misuse':
      model.misuses.push({ row, places: [], when: conditions(row.when) });
      return;
    case 'become':
      model.becomes.push({ row, places: [], when: conditions(row.when) });
      return;
    case 'render':
      model.renders.push({ row, places: parsePlaces(row.template), when: conditions(row.when) });
      return;
    case 'write':
      // What is stored is given back as a row: its columns hold what was put into them.
      if (row.key === undefined && !row.api.startsWith('*')) model.neutral = true;
      model.writes.push({
        row,
        places: parsePlaces(row.input),
        key: row.key === undefined ? undefined : parsePlaces(row.key),
      });
      return;
    case 'read':
      // What is looked up is what was put in, whatever it was looked up by.
      if (row.key === undefined) model.neutral = true;
      model.reads.push({
        row,
        places: [],
        key: row.key === undefined ? undefined : parsePlaces(row.key),
      });
      return;
    case 'callback':
      model.callbacks.push(row);
      return;
    case 'type':
      if (row.when) model.types.push({ row, places: [], when: conditions(row.when) });
      else model.type ??= row.type;
      return;
    case 'container':
      model.container ??= row;
      return;
    case 'constant':
      model.constant ??= row;
      return;
    case 'decoder':
      model.restores.push(...row.restores);
      return;
    case 'neutral':
      model.neutral = true;
      return;
    case 'begins':
      model.begins ??= row.text;
      return;
    case 'never':
      model.never = true;
      return;
    case 'assertion':
      model.asserts = true;
      return;
    case 'subtype':
    case 'alias':
    case 'entry':
    case 'injector':
    case 'subscriber':
    case 'subscribed':
    case 'store':
    case 'holder':
    case 'guess':
    case 'entity':
    case 'answer':
    case 'parameter':
    case 'handler':
    case 'override':
      return;
  }
}

/** A subtype's model: its own rows first, then what it inherits. */
export function inherit(own: Model, base: Model): void {
  own.sources.push(...base.sources);
  own.results.push(...base.results);
  own.sinks.push(...base.sinks);
  if (own.flows.length === 0 && !own.neutral) own.flows.push(...base.flows);
  own.sanitizers.push(...base.sanitizers);
  own.guards.push(...base.guards);
  own.misuses.push(...base.misuses);
  own.renders.push(...base.renders);
  own.becomes.push(...base.becomes);
  if (own.callbacks.length === 0) own.callbacks.push(...base.callbacks);
  own.writes.push(...base.writes);
  own.reads.push(...base.reads);
  own.types.push(...base.types);
  own.type ??= base.type;
  own.container ??= base.container;
  own.constant ??= base.constant;
  own.restores.push(...base.restores);
  own.begins ??= base.begins;
  own.never ||= base.never;
  own.asserts ||= base.asserts;
  own.neutral ||= base.neutral && own.flows.length === 0;
}
