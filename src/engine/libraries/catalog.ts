import type { ApiIndex } from './api-index.ts';
import { addRow, emptyModel, inherit, type Model } from './model.ts';
import type { RowOf } from './rows.ts';

export type RuleRow = RowOf<'entry'> | RowOf<'parameter'> | RowOf<'handler'> | RowOf<'override'>;

/** What was found out about members of one name, by their owner. */
class Members {
  readonly models = new Map<string, Model | null>();
  readonly known = new Map<string, boolean>();
}

/**
 * The rows in force in a project, by API path. Look-ups are cached, since the same few thousand paths come up again and
 * again.
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
  /** Types of which something is only taken to be, by its name. */
  readonly guesses: ReadonlySet<string>;
  /** Classes that extend these, or stand under these decorators, are stored. */
  readonly entities: ReadonlySet<string>;
  readonly #index: ApiIndex;
  /** What is known of members, by their name. */
  readonly #named = new Map<string, Members | null>();
  readonly #canonical = new Map<string, string>();
  readonly #types = new Map<string, ReadonlySet<string>>();
  readonly #models = new Map<string, Model | null>();
  readonly #known = new Map<string, boolean>();

  constructor(index: ApiIndex) {
    this.entries = index.entries;
    this.answers = index.answers;
    this.parameters = index.parameters;
    this.handlers = index.handlers;
    this.overrides = index.overrides;
    this.injectors = index.injectors;
    this.subscribers = index.subscribers;
    this.subscribed = index.subscribed;
    this.stores = index.stores;
    this.guesses = index.guesses;
    this.entities = index.entities;
    this.#index = index;
  }

  /** Whether any row is about this path or something below it. */
  knows(path: string): boolean {
    let known = this.#known.get(path);
    if (known === undefined) {
      known = this.#index.hasPrefix(this.canonical(path));
      this.#known.set(path, known);
    }
    return known;
  }

  /**
   * The type that a name most likely means whose package is not told: the language's own, or, where the name has no
   * package at all, the only one of its name.
   */
  typeNamed(name: string): string | undefined {
    const simple = name.slice(name.lastIndexOf('.') + 1);
    const found = [...new Set(this.#index.typesNamed(simple).map((path) => this.canonical(path)))];
    const standard = found.filter((path) => /^javax?\./.test(path));
    const [only, ...others] = standard.length > 0 || simple !== name ? standard : found;
    return others.length === 0 ? only : undefined;
  }

  /** What is known of members of this name; undefined where nothing at all has one. */
  #membersNamed(name: string): Members | undefined {
    let members = this.#named.get(name);
    if (members === undefined) {
      members = this.#index.hasName(name) || name.includes('.') ? new Members() : null;
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
    if (this.#index.aliases.length === 0) return path;
    let found = this.#canonical.get(path);
    if (found === undefined) {
      found = this.#findCanonical(path);
      this.#canonical.set(path, found);
    }
    return found;
  }

  #findCanonical(path: string): string {
    for (const [from, to] of this.#index.aliases) {
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
      for (const type of found) for (const base of this.#index.supertypesOf(type)) found.add(base);
      types = found;
      this.#types.set(path, types);
    }
    return types;
  }

  /** Whether instances of a type take things in, so that each has to be an object of its own. */
  hasReceiverFlow(type: string): boolean {
    return this.#index.isReceiver(this.canonical(type));
  }

  /** Whether objects of a type stand for a template, which they are made from the name of. */
  isTemplate(type: string): boolean {
    return this.#index.isTemplate(this.canonical(type));
  }

  /** Whether objects of a type keep what is put into them, though nobody is seen to make them. */
  isHolder(type: string): boolean {
    const { holders } = this.#index;
    if (holders.size === 0) return false;
    for (const each of this.#typesOf(this.canonical(type))) if (holders.has(each)) return true;
    return false;
  }

  /** Whether members of a type give what a client sent: a request. */
  givesRemoteData(type: string): boolean {
    for (const each of this.#typesOf(this.canonical(type))) if (this.#index.isSender(each)) return true;
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
    const rows = this.#index.rowsOf(path);
    const bases = owner === undefined ? [] : this.#index.supertypesOf(owner);
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
