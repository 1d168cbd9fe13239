import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import Table from 'cli-table3';
import type { DependencyReport } from '../engine/dependencies/examine.ts';
import type { FoundVulnerability } from '../engine/dependencies/vulnerabilities.ts';
import { type Severity, severityOf } from '../engine/finding.ts';
import { ScanError } from '../service/analysis/errors.ts';
import { takeDependencies } from '../service/analysis/index.ts';
import { ExitCode } from './exit-codes.ts';
import type { CommandContext } from './scan-command.ts';
import { harmless, shorten } from './terminal.ts';

export const scaFormats = ['table', 'json'] as const;

export interface ScaCommand {
  readonly folder: string;
  readonly format: (typeof scaFormats)[number];
  readonly output?: string;
  readonly failOn?: Severity;
}

const order: readonly Severity[] = ['INFO', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];

/** Lists the vulnerable packages of a folder, by its manifests and lock files alone. Writes nothing but the report. */
export async function runSca(command: ScaCommand, context: CommandContext): Promise<ExitCode> {
  const { stdout, stderr, signal, version, scan } = context;
  const complain = (message: string): void => void stderr.write(`parapet: ${message}\n`);
  try {
    const found = await takeDependencies({ ...scan, root: path.resolve(command.folder), signal });
    const text = command.format === 'table' ? table(found) : json(found, version);
    if (command.output === undefined) stdout.write(text);
    else await writeFile(command.output, text);
    for (const { file, detail } of found.skips) complain(`${file}: ${detail}`);
    const { failOn } = command;
    const fails =
      failOn !== undefined &&
      found.vulnerabilities.some(
        ({ finding }) => order.indexOf(severityOf(finding.score)) >= order.indexOf(failOn),
      );
    if (fails) return ExitCode.findings;
    return failOn !== undefined && found.skips.length > 0 ? ExitCode.incomplete : ExitCode.clean;
  } catch (error) {
    if (signal.aborted) {
      complain('interrupted; nothing was written.');
      return ExitCode.interrupted;
    }
    complain(error instanceof Error ? error.message : String(error));
    return error instanceof ScanError && ['not-found', 'not-a-folder'].includes(error.code)
      ? ExitCode.usage
      : ExitCode.failed;
  }
}

function json({ packages, vulnerabilities, skips, problems }: DependencyReport, version: string): string {
  const report = {
    tool: { name: 'parapet', version },
    packages,
    vulnerabilities: vulnerabilities.map(
      ({ finding: { title, message, cwes, score, file, range, dependency } }) => ({
        title,
        message,
        cwes,
        severity: severityOf(score),
        score,
        file,
        line: range.startLine,
        ...dependency,
      }),
    ),
    skips,
    problems,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function table({ packages, vulnerabilities, problems }: DependencyReport): string {
  const count = `${packages.length} package${packages.length === 1 ? '' : 's'}`;
  const unread =
    problems.length === 0
      ? ''
      : `; ${problems.length} parts of files were left out: "--format json" lists them`;
  if (vulnerabilities.length === 0)
    return packages.length === 0
      ? 'No packages were found: there is no manifest or lock file that can be read.\n'
      : `No known vulnerability in ${count}${unread}.\n`;
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
  return `${rows.toString()}\n${vulnerabilities.length} known vulnerabilities in ${affected} of ${count}${unread}. "parapet scan" shows which of them the code reaches.\n`;
}

const worstFirst = ({ finding: a }: FoundVulnerability, { finding: b }: FoundVulnerability): number =>
  b.score - a.score || (a.dependency.name < b.dependency.name ? -1 : 1);
