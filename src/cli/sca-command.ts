import path from 'node:path';
import Table from 'cli-table3';
import type { DependencyReport } from '../engine/dependencies/examine.ts';
import type { LicensePolicy } from '../engine/dependencies/licenses/policy.ts';
import type { FoundVulnerability } from '../engine/dependencies/vulnerabilities.ts';
import { type Severity, severityOf } from '../engine/finding.ts';
import { isGivenUp } from '../service/analysis/incomplete.ts';
import { type FolderDependencies, takeDependencies } from '../service/analysis/index.ts';
import { ExitCode } from './exit-codes.ts';
import { type FolderCommand, reportOn } from './folder-report.ts';
import { matchedText } from './matched-text.ts';
import { type Fixed, fixDependencies, fixedJson, fixedText } from './sca-fix.ts';
import { judgedBy, type PutAside, putAsideList, readVexFiles } from './sca-vex.ts';
import type { CommandContext } from './scan-command.ts';
import { harmless, shorten } from './terminal.ts';
import { withAdvisories } from './with-advisories.ts';

export const scaFormats = ['table', 'json'] as const;

export interface ScaCommand extends FolderCommand {
  readonly format: (typeof scaFormats)[number];
  readonly failOn?: Severity;
  /** Archives and folders of advisories that hold for this run alone. */
  readonly advisories?: readonly string[];
  /** Raises packages first, where that is safe. */
  readonly fix: boolean;
  readonly dryRun: boolean;
  readonly runPackageManager: boolean;
  /** SPDX ids. */
  readonly allowLicenses?: readonly string[];
  readonly denyLicenses?: readonly string[];
  readonly unknownLicenses?: boolean;
  /** VEX documents. */
  readonly vex: readonly string[];
}

const order: readonly Severity[] = ['INFO', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];

/**
 * Lists the vulnerable packages of a folder, by its manifests and lock files alone. Writes nothing but the report, unless these
 * are to be upgraded.
 */
export function runSca(
  { format, failOn, fix, dryRun, runPackageManager, advisories = [], vex, ...command }: ScaCommand,
  context: CommandContext,
): Promise<ExitCode> {
  const { signal, version } = context;
  return reportOn(command, context, async (root, complain) => {
    const licenses = policyOf(command);
    const documents = await readVexFiles(vex);
    const { found, fixed } = await withAdvisories(advisories, context, async (scan) => ({
      fixed: fix ? await fixDependencies(root, { dryRun, runPackageManager }, { scan, signal }) : undefined,
      found: await takeDependencies({ ...scan, root, signal, licenses }),
    }));
    for (const { file, detail } of found.skips) complain(`${file}: ${detail}`);
    const judged = judgedBy(documents, found.vulnerabilities, path.basename(root), complain);
    const open = { ...found, vulnerabilities: judged.open };
    return {
      text:
        format === 'table'
          ? `${fixed ? fixedText(fixed) : ''}${table(open)}${putAsideList(judged.putAside)}${licenseList(found)}${origins(found)}`
          : json(open, judged.putAside, version, fixed),
      exitCode: failOn === undefined ? ExitCode.clean : exitCodeOf(open, failOn),
    };
  });
}

const policyOf = ({ allowLicenses, denyLicenses, unknownLicenses }: Partial<ScaCommand>): LicensePolicy => ({
  allow: allowLicenses ?? [],
  deny: denyLicenses ?? [],
  unknown: unknownLicenses ? 'report' : 'ignore',
  severity: 'medium',
});

function exitCodeOf(
  { vulnerabilities, supplyChain, licenses, skips }: DependencyReport,
  failOn: Severity,
): ExitCode {
  const isBad = (score: number): boolean => order.indexOf(severityOf(score)) >= order.indexOf(failOn);
  const findings = [...vulnerabilities.map(({ finding }) => finding), ...supplyChain, ...licenses];
  if (findings.some(({ score }) => isBad(score))) return ExitCode.findings;
  const isUnread = skips.some((skip) => !skip.partial || isGivenUp(skip));
  return isUnread ? ExitCode.incomplete : ExitCode.clean;
}

function json(
  { packages, vulnerabilities, supplyChain, licenses, skips, problems, advisories }: FolderDependencies,
  putAside: readonly PutAside[],
  version: string,
  fixed: Fixed | undefined,
): string {
  const report = {
    tool: { name: 'parapet', version },
    packages,
    vulnerabilities: vulnerabilities.map(vulnerabilityJson),
    putAside: putAside.map(({ found, author, given: { verdict, detail, at } }) => ({
      ...vulnerabilityJson(found),
      vex: { author, verdict, detail, ...(at !== undefined && { at }) },
    })),
    supplyChain: supplyChain.map(({ ruleId, title, message, cwes, score, file, range }) => ({
      ...{ ruleId, title, message, cwes, severity: severityOf(score), score },
      ...{ file, line: range.startLine },
    })),
    licenses: licenses.map(({ title, message, score, file, range }) => ({
      title,
      message,
      severity: severityOf(score),
      file,
      line: range.startLine,
    })),
    skips,
    problems,
    advisories,
    ...(fixed && { fix: fixedJson(fixed) }),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

const vulnerabilityJson = ({
  finding: { title, message, cwes, score, file, range, dependency },
}: FoundVulnerability) => ({
  title,
  message,
  cwes,
  severity: severityOf(score),
  score,
  file,
  line: range.startLine,
  ...dependency,
});

function table({ packages, vulnerabilities, problems, advisories }: FolderDependencies): string {
  const matched = matchedText(advisories);
  const count = `${packages.length} package${packages.length === 1 ? '' : 's'}`;
  const unread =
    problems.length === 0
      ? ''
      : `; ${problems.length} parts of files were left out: "--format json" lists them`;
  if (vulnerabilities.length === 0)
    return packages.length === 0
      ? 'No packages were found: there is no manifest or lock file that can be read.\n'
      : `No known vulnerability in ${count}${unread}. ${matched}\n`;
  const rows = new Table({
    head: ['Severity', 'Package', 'Version', 'Advisory', 'Ended by', 'Brought by', 'Place'],
    style: { head: [], border: [] },
  });
  for (const { finding } of vulnerabilities.toSorted(worstFirst)) {
    const { name, version, advisory, fixedVersion = 'not known', path: way, scope } = finding.dependency;
    const [first] = way;
    rows.push(
      [
        `${severityOf(finding.score)}${scope === 'development' ? ' (development)' : ''}`,
        shorten(name, 50),
        shorten(version, 20),
        advisory.id,
        shorten(fixedVersion, 20),
        way.length > 1 && first ? shorten(first.name, 40) : '',
        `${finding.file}:${finding.range.startLine}`,
      ].map(harmless),
    );
  }
  const affected = new Set(
    vulnerabilities.map(({ finding: { dependency: one } }) => `${one.ecosystem} ${one.name}`),
  ).size;
  return `${rows.toString()}\n${vulnerabilities.length} known vulnerabilities in ${affected} of ${count}${unread}. "parapet scan" shows which of them the code reaches.\n${matched}\n`;
}

/** What the policy of licences refuses, below the vulnerabilities. */
function licenseList({ licenses }: DependencyReport): string {
  if (licenses.length === 0) return '';
  const lines = licenses
    .toSorted((a, b) => b.score - a.score || (a.title < b.title ? -1 : 1))
    .map(
      ({ score, title, file, range }) =>
        `${severityOf(score)} ${harmless(shorten(title, 160))} (${harmless(file)}:${range.startLine})\n`,
    );
  return `\nLicences that the policy refuses:\n${lines.join('')}`;
}

/** What is wrong with where packages come from; nothing where nothing is. */
function origins({ supplyChain }: DependencyReport): string {
  if (supplyChain.length === 0) return '';
  const rows = new Table({
    head: ['Severity', 'Where packages come from', 'Place'],
    style: { head: [], border: [] },
  });
  for (const { score, title, file, range } of supplyChain.toSorted((a, b) => b.score - a.score))
    rows.push([severityOf(score), title, `${file}:${range.startLine}`].map(harmless));
  return `${rows.toString()}\n`;
}

const worstFirst = ({ finding: a }: FoundVulnerability, { finding: b }: FoundVulnerability): number =>
  b.score - a.score || (a.dependency.name < b.dependency.name ? -1 : 1);
