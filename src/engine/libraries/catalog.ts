import { addRow, emptyModel, inherit, type Model } from './model.ts';
import type { Row, RowOf } from './rows.ts';

export type RuleRow = RowOf<'entry'> | RowOf<'parameter'> | RowOf<'handler'> | RowOf<'override'>;

/** What was found out about members of one name, by their owner. */
class Members {
  readonly models = new Map<string, Model | null>();
  readonly known = new Map<string, boolean>();
}

/**
 * The rows in force, by API path. Built once a language family; look-ups are cached, since the same few thousand paths
 * come up again and again.
 */
export class Catalog {
  readonly entries: readonly RowOf<'entry'>[];
  readonly answers: readonly RowOf<'answer'>[];
  readonly parameters: readonly RowOf<'parameter'>[];
  readonly handlers: readonly RowOf<'handler'>[];
  readonly overrides: readonly RowOf<'override'>[];
  readonly injectors: ReadonlySet<string>;
  /** Decorators of those who are called with events. */
  readonly subscribers: ReadonlySet<string>;
  readonly subscribed: readonly RowOf<'subscribed'>[];
  readonly stores: ReadonlySet<string>;
  readonly #rows = new Map<string, Row[]>();
  readonly #supertypes = new Map<string, string[]>();
  readonly #aliases: (readonly [string, string])[] = [];
  readonly #prefixes = new Set<string>();
  /** What is known of members, by their name: most names of a program are part of no path that rows are about. */
  readonly #named = new Map<string, Members | null>();
  readonly #receivers = new Set<string>();
  readonly #senders = new Set<string>();
  #simpleNames: ReadonlyMap<string, readonly string[]> | undefined;
  readonly #canonical = new Map<string, string>();
  readonly #types = new Map<string, ReadonlySet<string>>();
  readonly #models = new Map<string, Model | null>();
  readonly #known = new Map<string, boolean>();

  /** @param rows where several say one thing of an API, the first counts */
  constructor(rows: Iterable<Row>) {
    const entries: RowOf<'entry'>[] = [];
    const answers: RowOf<'answer'>[] = [];
    const parameters: RowOf<'parameter'>[] = [];
    const handlers: RowOf<'handler'>[] = [];
    const overrides: RowOf<'override'>[] = [];
    const injectors = new Set<string>();
    const subscribers = new Set<string>();
    const subscribed: RowOf<'subscribed'>[] = [];
    const stores = new Set<string>();
    for (const row of rows) {
      switch (row.kind) {
        case 'entry':
          entries.push(row);
          break;
        case 'answer':
          answers.push(row);
          break;
        case 'parameter':
          parameters.push(row);
          break;
        case 'handler':
          handlers.push(row);
          break;
        case 'override':
          overrides.push(row);
          this.#know(row.type);
          break;
        case 'store':
          stores.add(row.api);
          this.#know(row.api);
          break;
        case 'injector':
          injectors.add(row.api);
          this.#know(row.api);
          break;
        case 'subscriber':
          subscribers.add(row.decorator);
          this.#know(row.decorator);
          break;
        case 'subscribed':
          subscribed.push(row);
          this.#know(row.type);
          break;
        case 'alias':
          this.#aliases.push([row.api, row.of]);
          this.#know(row.api);
          break;
        case 'subtype':
          this.#supertypes.set(row.api, [...(this.#supertypes.get(row.api) ?? []), ...row.of]);
          this.#know(row.api);
          for (const base of row.of) this.#know(base);
          break;
        default: {
          const list = this.#rows.get(row.api);
          if (list) list.push(row);
          else this.#rows.set(row.api, [row]);
          this.#know(row.api);
          if (row.kind === 'type') this.#know(row.type);
          if (row.kind === 'become') this.#know(row.type);
          if (row.kind === 'source' && row.threatModel === 'remote')
            this.#senders.add(row.api.slice(0, row.api.lastIndexOf('.')));
          if (row.kind === 'become' || (row.kind === 'flow' && row.to.includes('Receiver')))
            this.#receivers.add(row.api.slice(0, row.api.lastIndexOf('.')));
        }
      }
    }
    this.entries = entries;
    this.answers = answers;
    this.parameters = parameters;
    this.handlers = handlers;
    this.overrides = overrides;
    this.injectors = injectors;
    this.subscribers = subscribers;
    this.subscribed = subscribed;
    this.stores = stores;
  }

  #know(path: string): void {
    let end = path.length;
    while (end > 0) {
      const prefix = path.slice(0, end);
      if (this.#prefixes.has(prefix)) return;
      this.#prefixes.add(prefix);
      const dot = path.lastIndexOf('.', end - 1);
      this.#named.set(path.slice(dot + 1, end), new Members());
      end = dot;
    }
  }

  /** Whether any row is about this path or something below it. */
  knows(path: string): boolean {
    let known = this.#known.get(path);
    if (known === undefined) {
      known = this.#prefixes.has(this.canonical(path));
      this.#known.set(path, known);
    }
    return known;
  }

  /**
   * The type that a name most likely means whose package is not told: the language's own, or, where the name has no
   * package at all, the only one of its name.
   */
  typeNamed(name: string): string | undefined {
    this.#simpleNames ??= simpleNamesOf([
      ...this.#prefixes,
      ...[...this.entries, ...this.answers, ...this.parameters].map(({ decorator }) => decorator),
    ]);
    const simple = name.slice(name.lastIndexOf('.') + 1);
    const found = [...new Set(this.#simpleNames.get(simple)?.map((path) => this.canonical(path)))];
    const standard = found.filter((path) => /^javax?\./.test(path));
    const [only, ...others] = standard.length > 0 || simple !== name ? standard : found;
    return others.length === 0 ? only : undefined;
  }

  /** What is known of members of this name; undefined where nothing at all has one. */
  #membersNamed(name: string): Members | undefined {
    let members = this.#named.get(name);
    if (members === undefined) {
      members = name.includes('.') ? new Members() : null;
      this.#named.set(name, members);
    }
    return members ?? undefined;
  }

  /** `knows` of an API's member, without putting the path together each time. */
  knowsMember(owner: string, name: string): boolean {
    const members = this.#membersNamed(name);
    if (!members) return false;
    let known = members.known.get(owner);
    if (known === undefined) {
      known = this.knows(`${owner}.${name}`);
      members.known.set(owner, known);
    }
    return known;
  }

  /** The path under the name that the rows use. */
  canonical(path: string): string {
    if (this.#aliases.length === 0) return path;
    let found = this.#canonical.get(path);
    if (found === undefined) {
      found = this.#findCanonical(path);
      this.#canonical.set(path, found);
    }
    return found;
  }

  #findCanonical(path: string): string {
    for (const [from, to] of this.#aliases) {
      if (path.startsWith(from) && (path.length === from.length || path[from.length] === '.')) {
        return to + path.slice(from.length);
      }
    }
    return path;
  }

  /** Whether an instance of `path` is one of `type`, by subtype rows. */
  isA(path: string, type: string): boolean {
    return this.#typesOf(this.canonical(path)).has(type);
  }

  /** A type and all above it. */
  #typesOf(path: string): ReadonlySet<string> {
    let types = this.#types.get(path);
    if (!types) {
      const found = new Set([path]);
      for (const type of found) for (const base of this.#supertypes.get(type) ?? []) found.add(base);
      types = found;
      this.#types.set(path, types);
    }
    return types;
  }

  /** Whether instances of a type take things in, so that each has to be an object of its own. */
  hasReceiverFlow(type: string): boolean {
    return this.#receivers.has(this.canonical(type));
  }

  /** Whether members of a type give what a client sent: a request. */
  givesRemoteData(type: string): boolean {
    for (const each of this.#typesOf(this.canonical(type))) if (this.#senders.has(each)) return true;
    return false;
  }

  /** What the rows say about a path, those on supertypes of its owner included; undefined when they say nothing. */
  model(path: string): Model | undefined {
    const cached = this.#models.get(path);
    if (cached !== undefined) return cached ?? undefined;
    const model = this.#build(this.canonical(path));
    this.#models.set(path, model ?? null);
    return model;
  }

  /** The model of an API's member: `model` without putting the path together each time. */
  member(owner: string, name: string): Model | undefined {
    const members = this.#membersNamed(name);
    if (!members) return undefined;
    let found = members.models.get(owner);
    if (found === undefined) {
      found = this.model(`${owner}.${name}`) ?? null;
      members.models.set(owner, found);
    }
    return found ?? undefined;
  }

  #build(path: string): Model | undefined {
    const dot = path.lastIndexOf('.');
    const owner = dot > 0 ? path.slice(0, dot) : undefined;
    const rows = this.#rows.get(path);
    const bases = owner === undefined ? [] : (this.#supertypes.get(owner) ?? []);
    let model: Model | undefined;
    if (rows) {
      model = emptyModel();
      for (const row of rows) addRow(model, row);
    }
    for (const base of bases) {
      const inherited = this.model(base + path.slice(dot));
      if (!inherited) continue;
      model ??= emptyModel();
      inherit(model, inherited);
    }
    return model;
  }
}

/** Types by the last part of their path; members of types are none. */
function simpleNamesOf(paths: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const types = [...paths].filter((path) => /^(?:[a-z]\w*\.)+[A-Z]\w*$/.test(path));
  return Map.groupBy(types, (path) => path.slice(path.lastIndexOf('.') + 1));
}
