/** Scans a folder: lists its files, analyses each language family in a worker thread, streams what is found. */

import type { DependencyReport } from '../../engine/dependencies/examine.ts';
import { defaultScanAssets, type ScanAssets } from './assets.ts';
import { DependencyExamination, type MatchedAdvisories } from './dependency-examination.ts';
import { listFiles } from './files/listing.ts';
import { type FolderInventory, InventoryScan } from './inventory.ts';
import { defaultScanLimits, type ScanLimits } from './limits.ts';
import { ProjectScanner } from './project-scanner.ts';
import type { ScanEvent, ScanSummary } from './scan-event.ts';
import type { ScanOptions, WorkersUse } from './scan-options.ts';

export { ScanError, type ScanErrorCode } from './errors.ts';
export type { ScanAssets, ScanEvent, ScanLimits, ScanOptions, ScanSummary, WorkersUse };
export { ProjectScanner };

export interface ScanRequest extends ScanOptions {
  readonly root: string;
  readonly on: (event: ScanEvent) => void;
  readonly signal?: AbortSignal;
}

/**
 * Scans a folder once and keeps nothing.
 * @throws ScanError when the folder cannot be scanned at all; the signal's reason when cancelled
 */
export async function scanFolder({ root, on, signal, ...options }: ScanRequest): Promise<ScanSummary> {
  await using project = new ProjectScanner(root, options, 'once');
  return await project.scan(on, signal);
}

/**
 * The AI components of a folder by themselves.
 * @throws as `scanFolder`
 */
export async function takeInventory({
  root,
  signal,
  ...options
}: Omit<ScanRequest, 'on'>): Promise<FolderInventory> {
  const limits = { ...defaultScanLimits, ...options.limits };
  const listing = await listFiles(root, limits, signal, options);
  return await new InventoryScan(options.assets ?? defaultScanAssets(), limits).take(
    listing,
    { parse: true },
    signal,
  );
}

export interface FolderDependencies extends DependencyReport {
  /** What the packages were matched with. */
  readonly advisories: readonly MatchedAdvisories[];
}

/**
 * The packages of a folder and their known vulnerabilities by themselves, from manifests and lock files alone.
 * @throws as `scanFolder`
 */
export async function takeDependencies({
  root,
  signal,
  ...options
}: Omit<ScanRequest, 'on'>): Promise<FolderDependencies> {
  const limits = { ...defaultScanLimits, ...options.limits };
  const listing = await listFiles(root, limits, signal, options);
  const assets = options.assets ?? defaultScanAssets();
  const examination = new DependencyExamination(assets, limits, options);
  const { answer, skips } = await examination.take(listing, { again: false, lend: () => undefined }, signal);
  const advisories = examination.matched(new Set(answer.lookedUp.map(({ ecosystem }) => ecosystem)));
  return { ...answer, skips: [...skips, ...answer.skips], advisories };
}
