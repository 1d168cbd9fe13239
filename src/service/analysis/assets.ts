import { fileURLToPath } from 'node:url';
import { grammars } from '../../engine/languages/registry.ts';

/** Where a scan finds what it starts and loads. */
export interface ScanAssets {
  /** The worker thread's entry point. */
  readonly worker: URL;
  /** Folders with the parsers' WebAssembly modules. */
  readonly grammars: readonly string[];
  /** Snapshots of advisories, each with the name that its findings show. */
  readonly advisories: readonly { readonly name: string; readonly path: string }[];
}

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
const embedded = (file: URL) => ({ name: 'Parapet’s snapshot', path: fileURLToPath(file) });
