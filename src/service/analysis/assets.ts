import { fileURLToPath } from 'node:url';
import type { OnlineSource } from '../../api/contract/vocabulary.ts';
import { grammars } from '../../engine/languages/registry.ts';
import type { OnlineAddress } from '../dependencies/sources/online-answers.ts';
import { type SnapshotFile, snapshotsIn } from '../dependencies/sources/snapshot-folder.ts';

/** Where a scan finds what it starts and loads. */
export interface ScanAssets {
  /** The worker thread's entry point. */
  readonly worker: URL;
  /** Folders with the parsers' WebAssembly modules. */
  readonly grammars: readonly string[];
  /** Snapshots of advisories that are always there. */
  readonly advisories: readonly SnapshotFile[];
  /** A folder of further ones, which may change between two scans. */
  readonly advisoryFolder?: string;
  /** Where sources on the network are, in the place of the usual addresses. */
  readonly onlineAddresses?: Partial<Record<OnlineSource, OnlineAddress>>;
}

/** Returns every snapshot of advisories that a scan is to match with now. */
export const snapshotsOf = ({ advisories, advisoryFolder }: ScanAssets): readonly SnapshotFile[] => [
  ...advisories,
  ...(advisoryFolder === undefined ? [] : snapshotsIn(advisoryFolder)),
];

const grammarPackages = ['web-tree-sitter', ...new Set(grammars.map((grammar) => grammar.package))];

/** Beside the bundle that this module is part of; when run from sources, from the sources and their packages. */
export function defaultScanAssets(here: string = import.meta.url): ScanAssets {
  if (!here.endsWith('.ts')) {
    return {
      worker: new URL('./worker.js', here),
      grammars: [fileURLToPath(new URL('./grammars/', here))],
      advisories: [embedded(new URL('./advisories/snapshot.br', here))],
    };
  }
  return {
    worker: new URL('./worker/entry.ts', here),
    grammars: grammarPackages.map((name) => fileURLToPath(new URL(`../../../node_modules/${name}/`, here))),
    advisories: [embedded(new URL('../../../advisories/snapshot.br', here))],
  };
}

/** The snapshot of public advisories that comes with Parapet. */
const embedded = (file: URL): SnapshotFile => ({ name: 'parapet', path: fileURLToPath(file) });
