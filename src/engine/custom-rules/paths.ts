/** Whether a rule's `paths` have a file. */
export const isIncluded = (path: string, include: readonly string[], exclude: readonly string[]): boolean =>
  (include.length === 0 || include.some((glob) => hasPath(glob, path))) &&
  !exclude.some((glob) => hasPath(glob, path));

const parts = new Map<string, readonly Part[]>();

/** What stands for others: one, any number of them, any number of folders. */
type Wildcard = '?' | '*' | '**' | '**/';
type Part = { readonly char: string } | Wildcard;

const isWildcard = (part: string): part is Wildcard => ['?', '*', '**', '**/'].includes(part);

/** Globs that are kept as they were read. */
const maximumKept = 2_000;

/** The parts of a glob as in `.gitignore`: without a slash in it, it is the name of a file or folder anywhere. */
function partsOf(glob: string): readonly Part[] {
  const known = parts.get(glob);
  if (known) return known;
  if (parts.size > maximumKept) parts.clear();
  const isAnchored = glob.replace(/\/$/, '').includes('/') && !glob.startsWith('**/');
  const body = glob.replace(/^\//, '').replace(/\/$/, '');
  const read: Part[] = isAnchored ? [] : ['**/'];
  for (const [part] of body.matchAll(/\*\*\/?|[\s\S]/gu)) read.push(isWildcard(part) ? part : { char: part });
  parts.set(glob, read);
  return read;
}

/**
 * Whether a glob has a path, or a folder that the path is in. All places of the glob that a beginning of the path leads to are
 * known at once: the time is at most the product of both lengths, where a regular expression may take exponential time.
 */
function hasPath(glob: string, path: string): boolean {
  const wanted = partsOf(glob);
  let places = new Set<number>();
  let next = new Set<number>();
  const enter = (place: number): void => {
    if (next.has(place)) return;
    next.add(place);
    const part = wanted[place];
    if (part === '*' || part === '**' || part === '**/') enter(place + 1);
  };
  const take = (place: number, char: string): void => {
    // Within the name of a folder.
    if (place < 0) {
      if (char === '/') enter(-1 - place);
      else next.add(place);
      return;
    }
    const part = wanted[place];
    if (part === undefined) return;
    if (part === '**/') take(-1 - place, char);
    else if (part === '**' || (part === '*' && char !== '/')) enter(place);
    else if (part === '?' ? char !== '/' : typeof part === 'object' && part.char === char) enter(place + 1);
  };
  enter(0);
  for (const char of path) {
    [places, next] = [next, new Set()];
    if (char === '/' && places.has(wanted.length)) return true;
    for (const place of places) take(place, char);
  }
  return next.has(wanted.length);
}
