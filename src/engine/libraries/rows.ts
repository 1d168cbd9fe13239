import type { ApiEntry, Library, SectionName } from './schema.ts';

/** A row of a section without what it is about, and without what is called otherwise here. */
type Fields<S extends SectionName, Renamed extends PropertyKey = never> = Omit<
  Extract<NonNullable<Library[S]>[number], object>,
  'apis' | 'decorators' | 'types' | Renamed
>;

/** What one file says of one API, as the engine looks it up. */
export type Row =
  | ({ kind: 'source'; api: string } & Fields<'sources'>)
  | ({ kind: 'sink'; api: string; vulnClass: string } & Fields<'sinks', 'kind'>)
  | ({ kind: 'flow'; api: string } & Fields<'summaries'>)
  | { kind: 'neutral'; api: string }
  | ({ kind: 'sanitizer'; api: string; clears: readonly string[] } & Fields<'sanitizers', 'kinds'>)
  | { kind: 'decoder'; api: string; restores: readonly string[] }
  | ({ kind: 'guard'; api: string; clears: readonly string[] } & Fields<'guards', 'kinds'>)
  | ({ kind: 'render'; api: string } & Fields<'renders'>)
  | ({ kind: 'type'; api: string } & Fields<'types'>)
  | ({ kind: 'become'; api: string } & Fields<'becomes'>)
  | ({ kind: 'subtype'; api: string } & Fields<'subtypes'>)
  | ({ kind: 'alias'; api: string } & Fields<'aliases'>)
  | ({ kind: 'callback'; api: string } & Fields<'callbacks'>)
  | ({ kind: 'entry'; decorator: string } & Fields<'entries'>)
  | ({ kind: 'answer'; decorator: string } & Fields<'answers'>)
  | { kind: 'injector'; api: string }
  | { kind: 'subscriber'; decorator: string }
  | ({ kind: 'subscribed'; type: string } & Fields<'subscriberMethods'>)
  | ({ kind: 'parameter'; decorator: string } & Fields<'parameters'>)
  | ({ kind: 'handler' } & Fields<'handlers'>)
  | ({ kind: 'override'; type: string } & Fields<'overrides'>)
  | ({ kind: 'misuse'; api: string; vulnClass: string } & Fields<'misuses', 'kind'>)
  | ({ kind: 'container'; api: string } & Fields<'containers'>)
  | ({ kind: 'begins'; api: string } & Fields<'beginnings'>)
  | { kind: 'store'; api: string }
  | { kind: 'holder'; api: string }
  | { kind: 'guess'; api: string }
  | { kind: 'entity'; api: string }
  | ({ kind: 'write'; api: string } & Fields<'writes'>)
  | ({ kind: 'read'; api: string } & Fields<'reads'>)
  | { kind: 'never'; api: string }
  | { kind: 'assertion'; api: string }
  | ({ kind: 'constant'; api: string } & Fields<'constants'>);
export type RowOf<K extends Row['kind']> = Extract<Row, { kind: K }>;

/** The API paths that a list of them stands for. */
export function apiPaths(entries: readonly ApiEntry[]): readonly string[] {
  return entries.flatMap((entry) =>
    typeof entry === 'string'
      ? [entry]
      : Object.entries(entry).flatMap(([owner, names]) => names.map((name) => `${owner}.${name}`)),
  );
}

const about = <F extends object>(entries: readonly ApiEntry[], fields: F): (F & { api: string })[] =>
  apiPaths(entries).map((api) => ({ ...fields, api }));
const under = <F extends object>(entries: readonly ApiEntry[], fields: F): (F & { decorator: string })[] =>
  apiPaths(entries).map((decorator) => ({ ...fields, decorator }));
const within = <F extends object>(entries: readonly ApiEntry[], fields: F): (F & { type: string })[] =>
  apiPaths(entries).map((type) => ({ ...fields, type }));

const each = <G, R>(groups: readonly G[] | undefined, rows: (group: G) => readonly R[]): readonly R[] =>
  groups?.flatMap(rows) ?? [];

/** The rows of a library, one for each API that something is said of. */
export function rowsOf(library: Library): Row[] {
  return [
    ...each(library.sources, ({ apis, ...rest }) => about(apis, { kind: 'source' as const, ...rest })),
    ...each(library.sinks, ({ apis, kind: vulnClass, ...rest }) =>
      about(apis, { kind: 'sink' as const, vulnClass, ...rest }),
    ),
    ...each(library.summaries, ({ apis, ...rest }) => about(apis, { kind: 'flow' as const, ...rest })),
    ...about(library.neutrals ?? [], { kind: 'neutral' as const }),
    ...each(library.sanitizers, ({ apis, kinds: clears, ...rest }) =>
      about(apis, { kind: 'sanitizer' as const, clears, ...rest }),
    ),
    ...each(library.decoders, ({ apis, kinds: restores }) =>
      about(apis, { kind: 'decoder' as const, restores }),
    ),
    ...each(library.guards, ({ apis, kinds: clears, ...rest }) =>
      about(apis, { kind: 'guard' as const, clears, ...rest }),
    ),
    ...each(library.renders, ({ apis, ...rest }) => about(apis, { kind: 'render' as const, ...rest })),
    ...each(library.types, ({ apis, ...rest }) => about(apis, { kind: 'type' as const, ...rest })),
    ...each(library.becomes, ({ apis, ...rest }) => about(apis, { kind: 'become' as const, ...rest })),
    ...each(library.subtypes, ({ apis, ...rest }) => about(apis, { kind: 'subtype' as const, ...rest })),
    ...each(library.aliases, ({ apis, ...rest }) => about(apis, { kind: 'alias' as const, ...rest })),
    ...each(library.callbacks, ({ apis, ...rest }) => about(apis, { kind: 'callback' as const, ...rest })),
    ...each(library.entries, ({ decorators, ...rest }) =>
      under(decorators, { kind: 'entry' as const, ...rest }),
    ),
    ...each(library.answers, ({ decorators, ...rest }) =>
      under(decorators, { kind: 'answer' as const, ...rest }),
    ),
    ...about(library.injectors ?? [], { kind: 'injector' as const }),
    ...under(library.subscribers ?? [], { kind: 'subscriber' as const }),
    ...each(library.subscriberMethods, ({ types, ...rest }) =>
      within(types, { kind: 'subscribed' as const, ...rest }),
    ),
    ...each(library.parameters, ({ decorators, ...rest }) =>
      under(decorators, { kind: 'parameter' as const, ...rest }),
    ),
    ...each(library.handlers, (handler) => [{ kind: 'handler' as const, ...handler }]),
    ...each(library.overrides, ({ types, ...rest }) => within(types, { kind: 'override' as const, ...rest })),
    ...each(library.misuses, ({ apis, kind: vulnClass, ...rest }) =>
      about(apis, { kind: 'misuse' as const, vulnClass, ...rest }),
    ),
    ...each(library.containers, ({ apis, ...rest }) => about(apis, { kind: 'container' as const, ...rest })),
    ...each(library.beginnings, ({ apis, ...rest }) => about(apis, { kind: 'begins' as const, ...rest })),
    ...about(library.stores ?? [], { kind: 'store' as const }),
    ...about(library.holders ?? [], { kind: 'holder' as const }),
    ...about(library.guesses ?? [], { kind: 'guess' as const }),
    ...about(library.entities ?? [], { kind: 'entity' as const }),
    ...each(library.writes, ({ apis, ...rest }) => about(apis, { kind: 'write' as const, ...rest })),
    ...each(library.reads, ({ apis, ...rest }) => about(apis, { kind: 'read' as const, ...rest })),
    ...about(library.noReturns ?? [], { kind: 'never' as const }),
    ...about(library.assertions ?? [], { kind: 'assertion' as const }),
    ...each(library.constants, ({ apis, ...rest }) => about(apis, { kind: 'constant' as const, ...rest })),
  ];
}
