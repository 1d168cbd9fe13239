/** The places of a call, parsed: see `schema.ts` for the notation. */
export type PlaceBase =
  | { readonly at: 'argument'; readonly index: number; readonly andAfter: boolean }
  | { readonly at: 'keyword'; readonly name: string }
  | { readonly at: 'anyArgument' }
  | { readonly at: 'receiver' }
  | { readonly at: 'return' };

export interface Place {
  /** As it is written. */
  readonly text: string;
  readonly base: PlaceBase;
  /** Field names below the base; `*` is any field, element or value. */
  readonly fields: readonly string[];
}

const cache = new Map<string, readonly Place[]>();

/** Parses `Argument[0].where|Receiver`. The text has passed the schema. */
export function parsePlaces(text: string): readonly Place[] {
  let places = cache.get(text);
  if (!places) {
    places = text.split('|').map(parsePlace);
    cache.set(text, places);
  }
  return places;
}

function parsePlace(text: string): Place {
  const close = text.startsWith('Argument[') ? text.indexOf(']') : -1;
  const head = close > 0 ? text.slice(0, close + 1) : (text.split('.', 1)[0] as string);
  const fields = text.slice(head.length).split('.').filter(Boolean);
  return { text, base: parseBase(head), fields };
}

function parseBase(head: string): PlaceBase {
  if (head === 'Receiver') return { at: 'receiver' };
  if (head === 'ReturnValue') return { at: 'return' };
  const inside = head.slice('Argument['.length, -1);
  if (inside === '*') return { at: 'anyArgument' };
  const andAfter = inside.endsWith('..');
  const index = Number.parseInt(inside, 10);
  return Number.isNaN(index) ? { at: 'keyword', name: inside } : { at: 'argument', index, andAfter };
}
