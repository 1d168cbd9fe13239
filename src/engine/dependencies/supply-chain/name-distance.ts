/** How a name differs from another one that it could be taken for. */
export type Difference =
  | 'separators'
  | 'look-alike characters'
  | 'swapped letters'
  | 'a missing letter'
  | 'a doubled letter'
  | 'an added letter'
  | 'a wrong letter'
  | 'a neighbouring key';

/** Of a shorter name, any other one is close. */
const shortest = 5;
/** From this length on, a letter that is nowhere near counts, too. */
const long = 8;

const rows = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const keys = new Map(rows.flatMap((row, y) => [...row].map((key, x) => [key, { x: x + y / 2, y }] as const)));

/** Whether two keys of a QWERTY keyboard are beside each other. */
function areNeighbours(a: string, b: string): boolean {
  const [one, other] = [keys.get(a), keys.get(b)];
  return one !== undefined && other !== undefined && Math.hypot(one.x - other.x, one.y - other.y) < 1.2;
}

const withoutSeparators = (name: string): string => name.replace(/[-_.]/g, '');
/** One spelling for characters that look the same in many fonts. */
const looks = (name: string): string =>
  name.replace(/rn/g, 'm').replace(/vv/g, 'w').replace(/0/g, 'o').replace(/[1|]/g, 'l').replace(/5/g, 's');

/**
 * Returns how a name differs from one that it could be taken for: by one edit (Damerau-Levenshtein) that people make when they
 * type or read; undefined for names that are further apart. Digits tell versions and sizes apart, and a plural is a word of its own.
 */
export function differenceOf(name: string, popular: string): Difference | undefined {
  if (name === popular || popular.length < shortest) return undefined;
  if (withoutSeparators(name) === withoutSeparators(popular)) return 'separators';
  if (looks(name) === looks(popular)) return 'look-alike characters';
  if (Math.abs(name.length - popular.length) > 1) return undefined;
  let from = 0;
  while (from < popular.length && name[from] === popular[from]) from++;
  const rest = name.slice(from);
  const due = popular.slice(from);
  const [first = '', second = ''] = rest;
  if (rest.length === due.length) {
    if (first === due[1] && second === due[0] && rest.slice(2) === due.slice(2)) return 'swapped letters';
    if (rest.slice(1) !== due.slice(1) || isCounter(first) || isCounter(due[0])) return undefined;
    if (areNeighbours(first, due[0] ?? '')) return 'a neighbouring key';
    return popular.length >= long ? 'a wrong letter' : undefined;
  }
  const isPlural = (rest === 's' || due === 's') && name[from - 1] !== 's';
  if (isPlural || isCounter(rest.length > due.length ? first : due[0])) return undefined;
  if (rest.length < due.length)
    return rest === due.slice(1) && popular.length > shortest ? 'a missing letter' : undefined;
  if (rest.slice(1) !== due) return undefined;
  const before = name[from - 1] ?? '';
  if (first === before || first === second) return 'a doubled letter';
  if (areNeighbours(first, before) || areNeighbours(first, second)) return 'a neighbouring key';
  return popular.length >= long ? 'an added letter' : undefined;
}

const isCounter = (character: string | undefined): boolean => /^[\d/@]$/.test(character ?? '');

/** A spelling with each character left out once, and the whole: names that share one of these are at most one edit apart. */
export function* spellings(name: string): Generator<string> {
  yield name;
  for (let at = 0; at < name.length; at++) yield name.slice(0, at) + name.slice(at + 1);
}

/** Spellings that hold for names of the same look, and for those that differ in separators only. */
export const foldings = (name: string): readonly string[] => [withoutSeparators(name), looks(name)];
