import path from 'node:path';
import Table from 'cli-table3';
import { ecosystemOf } from '../engine/dependencies/advisories/facts.ts';
import { ecosystems as allEcosystems, type Ecosystem } from '../engine/dependencies/package.ts';
import { defaultScanAssets } from '../service/analysis/assets.ts';
import { takeDependencies } from '../service/analysis/index.ts';
import { type AdvisorySet, advisorySet } from '../service/dependencies/sources/advisory-set.ts';
import { importInThread } from '../service/dependencies/sources/import-in-thread.ts';
import type { ImportResult } from '../service/dependencies/sources/snapshot-file.ts';
import {
  advisoryFolderOf,
  removeSnapshot,
  snapshotOf,
  snapshotsIn,
} from '../service/dependencies/sources/snapshot-folder.ts';
import { dataFolderOf } from '../service/lifecycle/options.ts';
import { ExitCode } from './exit-codes.ts';
import type { CommandContext } from './scan-command.ts';
import { harmless } from './terminal.ts';

export interface AdvisoriesOptions {
  readonly data?: string;
}

export interface AdvisoriesUpdate extends AdvisoriesOptions {
  /** Whose packages say which ecosystems. */
  readonly folder: string;
  readonly from?: string;
  readonly ecosystem: readonly string[];
}

const folderOf = ({ data }: AdvisoriesOptions, { environment }: CommandContext): string =>
  advisoryFolderOf(dataFolderOf(data, environment));

/** Lists the advisories that scans on this machine match with. */
export function listAdvisories(
  options: AdvisoriesOptions & { readonly format: 'table' | 'json' },
  context: CommandContext,
): ExitCode {
  const { advisories } = context.scan?.assets ?? defaultScanAssets();
  const sets: AdvisorySet[] = [];
  for (const file of [...advisories, ...snapshotsIn(folderOf(options, context))]) {
    try {
      sets.push(advisorySet(file));
    } catch {
      context.stderr.write(
        `parapet: ${file.path} is damaged. Remove it with "parapet advisories remove ${file.name}".\n`,
      );
    }
  }
  context.stdout.write(options.format === 'json' ? `${JSON.stringify(sets, null, 2)}\n` : table(sets));
  return ExitCode.clean;
}

function table(sets: readonly AdvisorySet[]): string {
  const rows = new Table({
    head: ['Id', 'Source', 'Ecosystems', 'Advisories', 'Newest', 'Updated', 'Licences'],
    style: { head: [], border: [] },
  });
  for (const { id, title, ecosystems, advisories, newest = 'unknown', updatedAt, thin, databases } of sets)
    rows.push(
      [
        id,
        title,
        ecosystems.join(', '),
        `${advisories}${thin ? ' (few)' : ''}`,
        newest,
        updatedAt.slice(0, 10),
        [...new Set(databases.map(({ licence }) => licence))].join(', '),
      ].map(harmless),
    );
  return `${rows.toString()}\n`;
}

/** Imports an archive or a folder of OSV records, in place of what was imported under its name before. @throws SourceFailure */
export async function importAdvisories(
  given: string,
  options: AdvisoriesOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const from = path.resolve(given);
  const title = path.basename(from);
  const file = snapshotOf(folderOf(options, context), `import ${title}`);
  tell(title, await importInThread({ from, title, file }, context.signal), context);
  return ExitCode.clean;
}

/** Downloads advisories of ecosystems from OSV or a mirror; one that fails does not keep the others from it. */
export async function updateAdvisories(
  { folder, from, ecosystem, ...options }: AdvisoriesUpdate,
  context: CommandContext,
): Promise<ExitCode> {
  const complain = (message: string): void => void context.stderr.write(`parapet: ${harmless(message)}\n`);
  const base = from === undefined ? undefined : URL.canParse(from) ? new URL(from) : null;
  if (base === null) {
    complain(`${from} is no address. Give one that begins with https://.`);
    return ExitCode.usage;
  }
  const unknown = ecosystem.find((name) => ecosystemOf(name) === undefined);
  if (unknown !== undefined) {
    const known = allEcosystems.filter((name) => ecosystemOf(name) !== undefined).join(', ');
    complain(`no advisories are read of the ecosystem ${unknown}. Choose among ${known}.`);
    return ExitCode.usage;
  }
  const wanted =
    ecosystem.length > 0 ? ecosystem.flatMap((name) => ecosystemOf(name) ?? []) : await used(folder, context);
  if (wanted.length === 0) {
    complain(`there are no packages in ${path.resolve(folder)}. Name the ecosystems with --ecosystem.`);
    return ExitCode.usage;
  }
  // The network's code needs a newer Node.js than the other commands do.
  const { downloadAdvisories } = await import('./advisories-download.ts');
  let failures = 0;
  for (const name of new Set(wanted)) {
    context.signal.throwIfAborted();
    try {
      tell(name, await downloadAdvisories(base, name, folderOf(options, context), context.signal), context);
    } catch (error) {
      context.signal.throwIfAborted();
      failures += 1;
      complain(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return failures > 0 ? ExitCode.failed : ExitCode.clean;
}

/** Removes what was downloaded or imported. */
export function removeAdvisories(id: string, options: AdvisoriesOptions, context: CommandContext): ExitCode {
  if (removeSnapshot(folderOf(options, context), id)) return ExitCode.clean;
  context.stderr.write(`parapet: there is no ${harmless(id)}. "parapet advisories list" has the ids.\n`);
  return ExitCode.usage;
}

async function used(folder: string, { scan, signal }: CommandContext): Promise<readonly Ecosystem[]> {
  const { lookedUp } = await takeDependencies({ ...scan, root: path.resolve(folder), signal });
  return [...new Set(lookedUp.flatMap(({ ecosystem }) => ecosystemOf(ecosystem) ?? []))].sort();
}

function tell(
  title: string,
  { advisories, newest, skipped, firstSkipped }: ImportResult,
  { stdout, stderr }: CommandContext,
): void {
  const until = newest === undefined ? '' : `, newest ${newest}`;
  stdout.write(`${harmless(title)}: ${advisories} advisories${until}.\n`);
  if (skipped === 0) return;
  stderr.write(`parapet: ${skipped} files were left out, the first of them:\n`);
  for (const line of firstSkipped) stderr.write(`  ${harmless(line)}\n`);
}
