import path from 'node:path';
import Table from 'cli-table3';
import { cycloneDx } from '../api/bom/cyclonedx.ts';
import type { AiComponent } from '../engine/ai-inventory/component.ts';
import { takeInventory } from '../service/analysis/index.ts';
import type { ExitCode } from './exit-codes.ts';
import { type FolderCommand, reportOn } from './folder-report.ts';
import type { CommandContext } from './scan-command.ts';
import { harmless, shorten } from './terminal.ts';

export const inventoryFormats = ['table', 'json', 'cyclonedx'] as const;

export interface InventoryCommand extends FolderCommand {
  readonly format: (typeof inventoryFormats)[number];
}

/** Lists the AI components of a folder. Writes nothing but the report. */
export function runInventory(command: InventoryCommand, context: CommandContext): Promise<ExitCode> {
  const { signal, version, scan } = context;
  return reportOn(command, context, async (root) => {
    const { components, findings, skips } = await takeInventory({ ...scan, root, signal });
    if (command.format === 'table') return { text: table(components, findings.length, skips.length) };
    const name = path.basename(root);
    const document =
      command.format === 'json'
        ? { tool: { name: 'parapet', version }, components, findings, skips }
        : cycloneDx(components, { name, toolVersion: version, at: new Date() });
    return { text: `${JSON.stringify(document, null, 2)}\n` };
  });
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
