import { LineIndex } from '../files/lines.ts';
import type { Finding, Range } from '../finding.ts';
import type { Proposal } from '../fixes/fixer.ts';
import { mergeByAlias } from './advisories/merge.ts';
import type { AdvisorySource } from './advisory.ts';
import type { PackageEntry, ProjectFiles } from './package.ts';
import { formatOf, readManifest } from './reading.ts';
import { smallestUnaffected } from './unaffected-version.ts';
import { upgradeAdvice } from './upgrade-advice.ts';
import type { VulnerableDependency } from './vulnerable.ts';

/**
 * Proposes the smallest upgrade that ends every advisory of a package, as an edit of the manifest's version. Where a lock
 * file decides, or another package brings it, its own tool has to write the change: the reason says the command.
 */
export function proposeUpgrade(
  finding: Finding & { readonly dependency: VulnerableDependency },
  files: ProjectFiles,
  sources: readonly AdvisorySource[],
): Proposal {
  const { dependency, file, range } = finding;
  const advice = upgradeAdvice(dependency);
  const none = (reason: string): Proposal => ({ type: 'none', reason });
  if (dependency.lock)
    return none(`The versions are in \`${dependency.lock.file}\`, which only its own tool writes. ${advice}`);
  if (!dependency.direct) return none(advice);
  const format = formatOf(file);
  if (!format || files.read(file) === undefined) return none(`\`${file}\` cannot be read any more.`);
  const before = readManifest(file, format, files);
  const entry = before.packages.find(
    (one) =>
      one.ecosystem === dependency.ecosystem &&
      one.name === dependency.name &&
      one.range.startLine === range.startLine,
  );
  const { ecosystem, name, version } = dependency;
  const advisories = mergeByAlias(sources.flatMap((source) => source.find(ecosystem, name)));
  const target = smallestUnaffected(advisories, ecosystem, name, version);
  if (target === undefined) return none(advice);
  const written = entry && placeOfVersion(entry, file);
  const base = written && files.read(written.file);
  const edit = written && base !== undefined && editOf(base, written.range, dependency.version, target);
  if (!edit || base === undefined)
    return none(`\`${file}\` does not write the version where the package stands. ${advice}`);
  const after = base.slice(0, edit.at) + edit.text + base.slice(edit.end);
  const overlaid: ProjectFiles = {
    paths: files.paths,
    read: (path) => (path === written.file ? after : files.read(path)),
  };
  const problems = readManifest(file, format, overlaid).problems.length;
  return {
    type: 'fixes',
    candidates: [
      {
        strategy: 'vulnerable-dependency/upgrade',
        title: `Upgrade ${dependency.name} to ${target}`,
        explanation: `\`${dependency.name}\` ${target} is the smallest version after ${dependency.version} that no known advisory affects. Run the tests: what else changed between the two is in the package’s release notes.`,
        changes: [
          {
            file: written.file,
            edits: [edit],
            before: base,
            after,
            syntaxErrors: { before: before.problems.length, after: problems },
          },
        ],
      },
    ],
  };
}

/** Where the version is written: beside the package, or in a parent, a catalog or a list that the manifest names. */
const placeOfVersion = ({ versionRange, versionElsewhere }: PackageEntry, file: string) =>
  versionElsewhere ?? (versionRange && { file, range: versionRange });

/** Only the version itself is replaced: operators, quotes and markers around it stay. */
function editOf(text: string, range: Range, version: string, target: string) {
  const lines = new LineIndex(text);
  const from = lines.startOf(range.startLine - 1) + range.startColumn - 1;
  const to = lines.startOf(range.endLine - 1) + range.endColumn - 1;
  const at = text.slice(from, to).indexOf(version);
  return at < 0 ? undefined : { at: from + at, end: from + at + version.length, text: target };
}
