import { LineIndex } from '../../files/lines.ts';
import type { Range } from '../../finding.ts';
import { applyEdits, type Edit, inOrder } from '../../fixes/edits.ts';
import type { FileChange } from '../../fixes/fixer.ts';
import type { ManifestReading, PackageEntry, ProjectFiles } from '../package.ts';
import { formatOf, readManifest } from '../reading.ts';
import { satisfies } from '../versions/index.ts';
import type { Raise } from './target.ts';

/** What a manifest says of a package that is raised. */
export interface Asking {
  readonly manifest: ManifestReading;
  readonly entry: PackageEntry;
  readonly raise: Raise;
}

/** @returns the entries of manifests that name packages in the version that is to go */
export function askingFor(manifests: readonly ManifestReading[], raises: readonly Raise[]): Asking[] {
  const byName = new Map<string, Raise[]>();
  for (const raise of raises) byName.set(raise.name, [...(byName.get(raise.name) ?? []), raise]);
  return manifests.flatMap((manifest) =>
    manifest.packages.flatMap((entry) => {
      const raise = byName
        .get(entry.name)
        ?.find((one) => one.ecosystem === entry.ecosystem && means(entry, one));
      return raise && entry.origin === 'registry' ? [{ manifest, entry, raise }] : [];
    }),
  );
}

const means = ({ ecosystem, version, requirement }: PackageEntry, { from }: Raise): boolean =>
  version === undefined
    ? requirement === undefined || satisfies(ecosystem, from, requirement) !== false
    : version === from;

/** Whether what the manifest asks for has room for the version. */
export const allows = ({ entry, raise }: Asking): boolean =>
  entry.version === undefined && entry.requirement !== undefined
    ? satisfies(entry.ecosystem, raise.to, entry.requirement) === true
    : entry.version === raise.to;

/** Edits of manifests by file, or the entry whose version is not written where it could be replaced. */
export type ManifestEdits =
  | { readonly type: 'edits'; readonly edits: ReadonlyMap<string, readonly Edit[]> }
  | { readonly type: 'impossible'; readonly asking: Asking };

/** Writes the new version where each manifest has the old one: operators, quotes and markers around it stay. */
export function raiseIn(
  asking: readonly Asking[],
  files: ProjectFiles,
  written: (asking: Asking, text: string) => string | undefined,
): ManifestEdits {
  const edits = new Map<string, Edit[]>();
  for (const one of asking) {
    const place = placeOfVersion(one);
    const text = place && files.read(place.file);
    if (!place || text === undefined) return { type: 'impossible', asking: one };
    const { at, end } = spanOf(text, place.range);
    const instead = written(one, text.slice(at, end));
    if (instead === undefined || satisfies(one.entry.ecosystem, one.raise.to, instead) === false)
      return { type: 'impossible', asking: one };
    edits.set(place.file, [...(edits.get(place.file) ?? []), { at, end, text: instead }]);
  }
  return { type: 'edits', edits };
}

function spanOf(text: string, { startLine, startColumn, endLine, endColumn }: Range) {
  const lines = new LineIndex(text);
  return {
    at: lines.startOf(startLine - 1) + startColumn - 1,
    end: lines.startOf(endLine - 1) + endColumn - 1,
  };
}

/** @returns what stands at a place of a manifest */
export function textAt(text: string, range: Range): string {
  const { at, end } = spanOf(text, range);
  return text.slice(at, end);
}

/** Where the version is written: beside the package, or in a parent, a catalog or a list that the manifest names. */
const placeOfVersion = ({ manifest, entry: { versionRange, versionElsewhere } }: Asking) =>
  versionElsewhere ?? (versionRange && { file: manifest.file, range: versionRange });

/**
 * The requirement with the new version in place of the old one, in the same style.
 * @returns undefined for one of several bounds, of which it cannot be told which is to move
 */
export function raisedRequirement({ entry, raise: { from, to } }: Asking, text: string): string | undefined {
  const versions = [...text.matchAll(/\d[\w.+*-]*/g)];
  const same = versions.find(([version]) => version === from.replace(/^v/, ''));
  // One version that does not stand here comes from elsewhere, such as a list of constraints.
  const only = same ?? (entry.version === undefined ? versions[0] : undefined);
  if (!only || (!same && (versions.length > 1 || /[\][(),|]/.test(text)))) return undefined;
  const isOpen = /[x*]/i.test(only[0]);
  const version = to.replace(/^v/, '');
  return `${text.slice(0, only.index)}${isOpen ? '^' : ''}${version}${text.slice(only.index + only[0].length)}`;
}

/** What edits make of files, with the problems that a reader of each has before and after. */
export function changesOf(edits: ReadonlyMap<string, readonly Edit[]>, files: ProjectFiles): FileChange[] {
  return [...edits].map(([file, all]) => {
    const before = files.read(file) ?? '';
    const after = applyEdits(before, all);
    const problemsOf = (text: string): number => {
      const format = formatOf(file);
      return format ? readManifest(file, format, withTexts(files, { [file]: text })).problems.length : 0;
    };
    return {
      file,
      edits: inOrder(all),
      before,
      after,
      syntaxErrors: { before: problemsOf(before), after: problemsOf(after) },
    };
  });
}

/** The project's files if some had other texts. */
export const withTexts = (files: ProjectFiles, texts: Readonly<Record<string, string>>): ProjectFiles => ({
  paths: files.paths,
  read: (path) => (Object.hasOwn(texts, path) ? texts[path] : files.read(path)),
});
