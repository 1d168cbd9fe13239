import { grouped } from '../grouped.ts';
import type { Row, RowOf } from './rows.ts';

/** Rows by the paths that they are about. It does not change, and all projects that our libraries hold in share one. */
export class ApiIndex {
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
  readonly holders: ReadonlySet<string>;
  readonly guesses: ReadonlySet<string>;
  readonly entities: ReadonlySet<string>;
  readonly #rows = new Map<string, Row[]>();
  readonly #supertypes = new Map<string, string[]>();
  readonly #aliases: (readonly [string, string])[] = [];
  readonly #prefixes = new Set<string>();
  readonly #names = new Set<string>();
  readonly #receivers = new Set<string>();
  readonly #senders = new Set<string>();
  readonly #templates = new Set<string>();
  #simpleNames: ReadonlyMap<string, readonly string[]> | undefined;

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
    const holders = new Set<string>();
    const guesses = new Set<string>();
    const entities = new Set<string>();
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
        case 'holder':
          holders.add(row.api);
          this.#know(row.api);
          break;
        case 'guess':
          guesses.add(row.api);
          this.#know(row.api);
          break;
        case 'entity':
          entities.add(row.api);
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
          if (row.kind === 'render' && row.template === 'Receiver')
            this.#templates.add(row.api.slice(0, row.api.lastIndexOf('.')));
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
    this.holders = holders;
    this.guesses = guesses;
    this.entities = entities;
  }

  #know(path: string): void {
    let end = path.length;
    while (end > 0) {
      const prefix = path.slice(0, end);
      if (this.#prefixes.has(prefix)) return;
      this.#prefixes.add(prefix);
      const dot = path.lastIndexOf('.', end - 1);
      this.#names.add(path.slice(dot + 1, end));
      end = dot;
    }
  }

  /** What the rows say of a path, in the order in which they count. */
  rowsOf(path: string): readonly Row[] | undefined {
    return this.#rows.get(path);
  }

  /** The types that rows name as the next above one. */
  supertypesOf(type: string): readonly string[] {
    return this.#supertypes.get(type) ?? [];
  }

  /** Names that stand for other paths, and those. */
  get aliases(): readonly (readonly [from: string, to: string])[] {
    return this.#aliases;
  }

  /** Whether any row is about this path or something below it. */
  hasPrefix(path: string): boolean {
    return this.#prefixes.has(path);
  }

  /** Whether a path that any row is about has a part of this name: most names of a program have none. */
  hasName(name: string): boolean {
    return this.#names.has(name);
  }

  /** Whether instances of a type take things in. */
  isReceiver(type: string): boolean {
    return this.#receivers.has(type);
  }

  /** Whether instances of a type are templates, or lead to one. */
  isTemplate(type: string): boolean {
    return this.#templates.has(type);
  }

  /** Whether a member of a type gives what a client sent. */
  isSender(type: string): boolean {
    return this.#senders.has(type);
  }

  /** The types whose path ends with this name. */
  typesNamed(name: string): readonly string[] {
    this.#simpleNames ??= simpleNamesOf([
      ...this.#prefixes,
      ...[...this.entries, ...this.answers, ...this.parameters].map(({ decorator }) => decorator),
    ]);
    return this.#simpleNames.get(name) ?? [];
  }
}

/** Types by the last part of their path; members of types are none. */
function simpleNamesOf(paths: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const types = [...paths].filter((path) => /^(?:[a-z]\w*\.)+[A-Z]\w*$/.test(path));
  return grouped(types, (path) => path.slice(path.lastIndexOf('.') + 1));
}
