/** Where a row looks at a call: see `docs/models.md` for the notation. */
export type PlaceBase =
  | { readonly at: 'argument'; readonly index: number; readonly andAfter: boolean }
  | { readonly at: 'keyword'; readonly name: string }
  | { readonly at: 'anyArgument' }
  | { readonly at: 'receiver' }
  | { readonly at: 'return' };

export interface Place {
  /** As it is written, of one argument. */
  readonly text: string;
  readonly base: PlaceBase;
  /** Field names below the base; `*` is any field, element or value. */
  readonly fields: readonly string[];
}

const maximumLength = 4_000;
const maximumArgument = 255;

const field = String.raw`\.Field\[(?:[\w$-]+|\*)\]`;
const argument = String.raw`(?:\d+(?:\.\.)?|\*|[A-Za-z_]\w*:)`;
const one = String.raw`(?:Argument\[${argument}(?:,${argument})*\]|Receiver|ReturnValue)(?:${field})*`;
const accessPath = new RegExp(String.raw`^${one}(?:\|${one})*$`);

const cache = new Map<string, readonly Place[]>();

/** Why a text is no access path; undefined where it is one. */
export function accessPathProblem(text: string): string | undefined {
  if (text.length > maximumLength) return `An access path has at most ${maximumLength} characters.`;
  const positional = /Argument\[([A-Za-z_]\w*)\]/.exec(text)?.[1];
  if (positional !== undefined)
    return `An argument passed by name is written Argument[${positional}:], with a colon.`;
  if (!accessPath.test(text))
    return `"${text.slice(0, 80)}" is no access path. Write Argument[0], Argument[name:], Argument[1..], Argument[*], Receiver or ReturnValue, then .Field[name] or .Field[*] for what is inside; separate several with |.`;
  if (Array.from(text.matchAll(/\[(\d+)/g)).some(([, index]) => Number(index) > maximumArgument))
    return `No call has more than ${maximumArgument} arguments.`;
  return undefined;
}

/** The places that an access path names, `Argument[0,sql:].Field[where]|Receiver`. The text has passed the schema. */
export function parsePlaces(text: string): readonly Place[] {
  let places = cache.get(text);
  if (!places) {
    places = text.split('|').flatMap(parseOne);
    cache.set(text, places);
  }
  return places;
}

function parseOne(text: string): Place[] {
  const [head = '', ...below] = text.split(/\.(?=Field\[)/);
  const fields = below.map((each) => each.slice('Field['.length, -1));
  if (head === 'Receiver') return [{ text, base: { at: 'receiver' }, fields }];
  if (head === 'ReturnValue') return [{ text, base: { at: 'return' }, fields }];
  const inside = head.slice('Argument['.length, -1).split(',');
  const rest = text.slice(head.length);
  return inside.map((which) => ({ text: `Argument[${which}]${rest}`, base: argumentOf(which), fields }));
}

function argumentOf(which: string): PlaceBase {
  if (which === '*') return { at: 'anyArgument' };
  if (which.endsWith(':')) return { at: 'keyword', name: which.slice(0, -1) };
  return { at: 'argument', index: Number.parseInt(which, 10), andAfter: which.endsWith('..') };
}
