import { type FamilyId, familyServed } from '../../engine/languages/registry.ts';
import type { ListedFile, Listing } from './files/listing.ts';
import { templateFamilyOf } from './template-families.ts';

/** A language family, or the files without code. */
export type Family = FamilyId | 'other';

export interface FamilyWork {
  readonly family: Family;
  readonly root: string;
  readonly files: readonly string[];
  /** Paths, of any family, that are new or other than at the last scan. */
  readonly changed: ReadonlySet<string>;
}

/** Bytes of files without code up to which they need no worker of their own. */
const fewBytes = 8 * 1024 * 1024;

function divide(files: readonly ListedFile[]): Map<Family, ListedFile[]> {
  const byFamily = new Map<Family, ListedFile[]>();
  const present = new Set(files.map((file) => file.family));
  const templateFamily = templateFamilyOf(files);
  for (const file of files) {
    const served = familyServed(file.path);
    const family =
      file.family ?? (served && present.has(served) ? served : (templateFamily(file.path) ?? 'other'));
    const group = byFamily.get(family);
    if (group) group.push(file);
    else byFamily.set(family, [file]);
  }
  const others = byFamily.get('other');
  const host = [...byFamily]
    .filter(([family]) => family !== 'other')
    .toSorted(([, a], [, b]) => bytesOf(b) - bytesOf(a))[0];
  if (others && host && bytesOf(others) <= fewBytes) {
    host[1].push(...others);
    byFamily.delete('other');
  }
  return byFamily;
}

export function bytesOf(files: readonly ListedFile[]): number {
  return files.reduce((sum, file) => sum + file.bytes, 0);
}

export function isSame(file: ListedFile, before: ListedFile | undefined): boolean {
  return before !== undefined && before.bytes === file.bytes && before.modifiedMs === file.modifiedMs;
}

/** Whether a folder has the files that it had. */
export function areSame(
  files: readonly ListedFile[] | undefined,
  before: readonly ListedFile[] | undefined,
): boolean {
  if (!files || files.length !== before?.length) return false;
  const known = new Map(before.map((file) => [file.path, file]));
  return files.every((file) => isSame(file, known.get(file.path)));
}

/**
 * The work of each family, the largest first, so that the last worker is not the longest.
 * @param known families that had files before
 * @param isChanged whether a file is new or other than at the last scan
 */
export function familyWork(
  listing: Pick<Listing, 'files' | 'root'>,
  known: Iterable<Family>,
  isChanged: (file: ListedFile) => boolean,
): FamilyWork[] {
  const byFamily = divide(listing.files);
  for (const family of known) if (!byFamily.has(family)) byFamily.set(family, []);
  const changed = new Set(listing.files.filter(isChanged).map((file) => file.path));
  return [...byFamily]
    .toSorted(([, a], [, b]) => bytesOf(b) - bytesOf(a))
    .map(([family, files]) => ({
      family,
      root: listing.root,
      files: files.map((file) => file.path),
      changed,
    }));
}
