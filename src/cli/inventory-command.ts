import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import Table from 'cli-table3';
import { cycloneDx } from '../api/cyclonedx.ts';
import type { AiComponent } from '../engine/ai-inventory/component.ts';
import { ScanError } from '../service/analysis/errors.ts';
import { takeInventory } from '../service/analysis/index.ts';
import { ExitCode } from './exit-codes.ts';
import type { CommandContext } from './scan-command.ts';
import { harmless, shorten } from './terminal.ts';

export const inventoryFormats = ['table', 'json', 'cyclonedx'] as const;

export interface InventoryCommand {
  readonly folder: string;
  readonly format: (typeof inventoryFormats)[number];
  readonly output?: string;
}

/** Lists the AI components of a folder. Writes nothing but the report. */
export async function runInventory(command: InventoryCommand, context: CommandContext): Promise<ExitCode> {
  const { stdout, stderr, signal, version, scan } = context;
  const complain = (message: string): void => void stderr.write(`parapet: ${message}\n`);
  try {
    const root = path.resolve(command.folder);
    const { components, findings, skips } = await takeInventory({ ...scan, root, signal });
    const name = path.basename(root);
    const report =
      command.format === 'table'
        ? table(components, findings.length, skips.length)
        : `${JSON.stringify(command.format === 'json' ? { tool: { name: 'parapet', version }, components, findings, skips } : cycloneDx(components, { name, toolVersion: version, at: new Date() }), null, 2)}\n`;
    if (command.output === undefined) stdout.write(report);
    else await writeFile(command.output, report);
    return ExitCode.clean;
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

function table(components: readonly AiComponent[], risks: number, skips: number): string {
  if (components.length === 0) return 'No AI components were found.\n';
  const isMonorepo = components.some(({ monorepoName }) => monorepoName !== undefined);
  const application = (name: string): string[] => (isMonorepo ? [name] : []);
  const rows = new Table({
    head: [...application('Application'), 'Kind', 'Name', 'Version', 'Provider', 'Usage', 'Place'],
    style: { head: [], border: [] },
  });
  const ordered = components.toSorted(
    (a, b) =>
      compare(a.monorepoName ?? '', b.monorepoName ?? '') ||
      compare(a.kind, b.kind) ||
      compare(a.name, b.name),
  );
  for (const {
    monorepoName = '',
    kind,
    name,
    version = '',
    provider = '',
    usage,
    filePath,
    line,
  } of ordered) {
    rows.push(
      [
        ...application(monorepoName),
        kind,
        shorten(name, 60),
        shorten(version, 20),
        provider,
        usage,
        `${filePath}${line === undefined ? '' : `:${line}`}`,
      ].map(harmless),
    );
  }
  const more = [
    risks > 0 ? `${risks} risk${risks === 1 ? '' : 's'}: "parapet scan" shows more` : '',
    skips > 0 ? `${skips} files were not read in full: "--format json" lists them` : '',
  ].filter((part) => part !== '');
  return `${rows.toString()}\n${components.length} AI components${more.map((part) => `; ${part}`).join('')}.\n`;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
