import { readFile, writeFile } from 'node:fs/promises';
import type { DependencyReport } from '../../../engine/dependencies/examine.ts';
import type { DependencyFinding } from '../../../engine/dependencies/upgrades/plan.ts';
import type { Raise } from '../../../engine/dependencies/upgrades/target.ts';
import type { Finding } from '../../../engine/finding.ts';
import type { FileChange } from '../../../engine/fixes/fixer.ts';
import { within } from '../../core/repository-path.ts';
import { defaultScanAssets } from '../assets.ts';
import { readBase } from '../base-text.ts';
import { askBeside } from '../beside-questions.ts';
import { DependencyExamination } from '../dependency-examination.ts';
import type { Answered } from '../file-examination.ts';
import { listFiles } from '../files/listing.ts';
import { defaultScanLimits } from '../limits.ts';
import type { ScanOptions } from '../scan-options.ts';
import { endedBy, groupOf, proposeUpgrade } from './propose.ts';

/** A change of manifests that belong together, with their lock file. */
export interface FolderUpgrade {
  readonly changes: readonly FileChange[];
  readonly raises: readonly Raise[];
  /** Ids of the advisories that it ends. */
  readonly ends: readonly string[];
}

export interface FolderUpgrades {
  readonly upgrades: readonly FolderUpgrade[];
  /** Packages, or files, that stay as they are: each with the reason, in Markdown. */
  readonly kept: readonly string[];
}

interface Request extends ScanOptions {
  readonly root: string;
  /** Whether a person agreed that package managers write lock files. */
  readonly runPackageManager: boolean;
  readonly signal?: AbortSignal;
}

const idle = { lend: () => undefined };

/**
 * Every upgrade of a folder that is safe and proven: its manifests and lock files are read again with it, what it is to end is
 * gone, and nothing new is there. Nothing is written.
 * @throws as `takeDependencies`
 */
export async function upgradesOf({
  root,
  runPackageManager,
  signal,
  ...options
}: Request): Promise<FolderUpgrades> {
  const limits = { ...defaultScanLimits, ...options.limits };
  const assets = options.assets ?? defaultScanAssets();
  const listing = await listFiles(root, limits, signal, options);
  const examination = new DependencyExamination(assets, limits, options);
  const { answer } = await examination.take(listing, { again: false, ...idle }, signal);
  const before = answer.vulnerabilities.map(({ finding }) => finding);
  const upgrades: FolderUpgrade[] = [];
  const kept: string[] = [];
  const changed = new Set<string>();
  for (const [name, finding] of new Map(before.map((one) => [groupOf(one), one]))) {
    const proposed = await proposeUpgrade({
      packages: 'ALL_SAFE',
      runPackageManager,
      root: listing.root,
      finding,
      ask: (question, stop) =>
        askBeside(question, listing, { assets, limits, snapshots: examination.snapshots, ...idle }, stop),
      signal: signal ?? new AbortController().signal,
    });
    if (proposed.type === 'none') {
      kept.push(`\`${name}\`: ${proposed.reason}`);
      continue;
    }
    const { changes } = proposed.candidate;
    const ended = endedBy(proposed.raises, finding, before);
    const texts = Object.fromEntries(changes.map(({ file, after }) => [file, after]));
    const after = await examination.with(texts, listing, idle, signal);
    const fault = changes.some(({ file }) => changed.has(file))
      ? 'It shares a file with what is upgraded; run this again afterwards.'
      : faultOf(findingsOf(answer), ended, after);
    kept.push(...proposed.kept);
    if (fault !== undefined) kept.push(`\`${name}\`: ${fault}`);
    else {
      for (const { file } of changes) changed.add(file);
      upgrades.push({
        changes,
        raises: proposed.raises,
        ends: [...new Set(ended.map(({ dependency }) => dependency.advisory.id))],
      });
    }
  }
  return { upgrades, kept };
}

/** Vulnerabilities, and packages that come from where they should not. */
const findingsOf = ({ vulnerabilities, supplyChain }: DependencyReport): readonly Finding[] => [
  ...vulnerabilities.map(({ finding }) => finding),
  ...supplyChain,
];

/** What speaks against a change, as a sentence; undefined where nothing does. */
function faultOf(
  before: readonly Finding[],
  ended: readonly DependencyFinding[],
  { answer, skips }: Answered<'dependencies'>,
): string | undefined {
  const keyOf = ({ file, fingerprint }: Finding): string => `${file} ${fingerprint}`;
  const now = findingsOf(answer);
  const left = new Set(now.map(keyOf));
  const known = new Set(before.map(keyOf));
  const isLeft = ended.find((finding) => left.has(keyOf(finding)));
  if (isLeft) return `${isLeft.dependency.advisory.id} would still be there.`;
  const fresh = now.find((finding) => !known.has(keyOf(finding)));
  if (fresh) return `${fresh.title} would be new.`;
  return skips.length > 0 ? 'The changed files could not be read to their end.' : undefined;
}

/** Writes changes into the files that they are for. @throws Error, with a sentence, where one was changed meanwhile; nothing is written then */
export async function writeUpgrades(root: string, upgrades: readonly FolderUpgrade[]): Promise<void> {
  const texts = new Map<string, string>();
  for (const { file, before, after } of upgrades.flatMap(({ changes }) => changes)) {
    const base = await readBase(root, file);
    if (typeof base === 'string') throw new Error(base);
    if (base.text.slice(base.mark.length) !== before)
      throw new Error(`${file} was changed meanwhile; nothing was written.`);
    texts.set(await within(root, file), base.mark + after);
  }
  const old = new Map<string, Buffer>();
  try {
    for (const [path, text] of texts) {
      old.set(path, await readFile(path));
      await writeFile(path, text);
    }
  } catch (error) {
    // A manifest without its lock file would be worse than neither.
    for (const [path, bytes] of old) await writeFile(path, bytes).catch(() => undefined);
    throw error;
  }
}
