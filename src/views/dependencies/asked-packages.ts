import type { Package } from '../../api/contract/dependencies.ts';
import { mentionsOf, presentLine } from '../ai-components/mentions.ts';
import type { KnownIssue } from '../issues/known-issue.ts';
import { presentFile, shownLine } from '../issues/known-issue.ts';
import { compareVulnerabilities, openVulnerability } from './grouping.ts';
import type { Vulnerability } from './nodes.ts';

/** A package that a line of a manifest asks for, with what is known of it and of what it brings. */
export interface AskedPackage {
  readonly name: string;
  /** Undefined where the service lists no packages. */
  readonly row: Package | undefined;
  /** How many packages it brings, as far as the shortest ways tell. */
  readonly brings: number;
  /** Of the package itself, the worst first. */
  readonly own: readonly Vulnerability[];
  /** Of what it brings. */
  readonly brought: readonly Vulnerability[];
}

export interface ManifestLine {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly lineText: string;
  /** The whole manifest, as it is now. */
  readonly text: string;
}

/** Returns the packages that a line asks for, each once. @param packages and @param issues those of its folder */
export function askedPackages(
  packages: readonly Package[],
  issues: readonly KnownIssue[],
  { file, line, lineText, text }: ManifestLine,
): AskedPackage[] {
  const ofFile = packages.filter(({ manifestPath }) => manifestPath === file);
  const rows = ofFile.filter(
    (row) =>
      row.path.length < 2 &&
      mentionsOf(lineText, { name: written(row.name) }).length > 0 &&
      presentLine(text, { name: written(row.name), line: row.line }) === line,
  );
  const vulnerabilities = issues
    .flatMap((known) => openVulnerability(known) ?? [])
    .filter((known) => presentFile(known) === file && known.place.kind === 'at' && shownLine(known) === line)
    .sort(compareVulnerabilities);
  const names = new Set([...rows.map(({ name }) => name), ...vulnerabilities.map(askedName)]);
  return [...names].map((name) => {
    const ours = vulnerabilities.filter((one) => askedName(one) === name);
    return {
      name,
      row: rows.find((row) => row.name === name),
      brings: ofFile.filter(({ path }) => path.length > 1 && path[0]?.name === name).length,
      own: ours.filter(({ dependency }) => dependency.name === name),
      brought: ours.filter(({ dependency }) => dependency.name !== name),
    };
  });
}

const askedName = ({ dependency: { path, name } }: Vulnerability): string => path[0]?.name ?? name;

/** What stands in a manifest for a package: of Maven's coordinates the artifact, whose group has an element of its own. */
const written = (name: string): string => name.slice(name.lastIndexOf(':') + 1);
