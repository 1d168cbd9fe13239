import { realpath } from 'node:fs/promises';
import { type FolderUpgrades, upgradesOf, writeUpgrades } from '../service/analysis/upgrades/folder.ts';
import type { CommandContext } from './scan-command.ts';
import { harmless } from './terminal.ts';

export interface FixOptions {
  /** Only says what would be done. */
  readonly dryRun: boolean;
  /** Whether package managers may write lock files, on a copy. */
  readonly runPackageManager: boolean;
}

/** What was upgraded, or would be. */
export interface Fixed extends FolderUpgrades {
  readonly dryRun: boolean;
}

/** Raises vulnerable packages of a folder where that is safe and proven. @throws as `upgradesOf`, and where a file cannot be written */
export async function fixDependencies(
  root: string,
  { dryRun, runPackageManager }: FixOptions,
  { scan, signal }: Pick<CommandContext, 'scan' | 'signal'>,
): Promise<Fixed> {
  const found = await upgradesOf({ ...scan, root, runPackageManager, signal });
  if (!dryRun) await writeUpgrades(await realpath(root), found.upgrades);
  return { ...found, dryRun };
}

/** What was done and what was not, for people. */
export function fixedText({ upgrades, kept, dryRun }: Fixed): string {
  const lines: string[] = [];
  for (const { changes, raises, ends } of upgrades) {
    const files = changes.map(({ file }) => file).join(', ');
    lines.push(`${dryRun ? 'Would upgrade' : 'Upgraded'} in ${files}, which ends ${ends.join(', ')}:`);
    lines.push(...raises.map(({ name, from, to }) => `  ${name} ${from} -> ${to}`));
  }
  if (upgrades.length === 0) lines.push('Nothing was upgraded.');
  if (kept.length > 0) lines.push('Not upgraded:', ...kept.map((one) => `  ${one.replaceAll('`', '')}`));
  return `${lines.map(harmless).join('\n')}\n`;
}

/** The same as data. */
export const fixedJson = ({ upgrades, kept, dryRun }: Fixed) => ({
  dryRun,
  upgrades: upgrades.map(({ changes, raises, ends }) => ({
    files: changes.map(({ file }) => file),
    packages: raises,
    advisories: ends,
  })),
  notUpgraded: kept,
});
