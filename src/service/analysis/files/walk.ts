/** The listing of a folder that git does not know. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Skip } from '../../../engine/finding.ts';
import { systemCode } from '../errors.ts';
import {
  defaultFolderExclude,
  type ExcludeReason,
  IgnoreRules,
  isManifest,
  maximumDepth,
  refusedRules,
} from './excludes.ts';

export interface Walker {
  /** Collects the `.parapetignore` files that are met. */
  readonly own: IgnoreRules;
  readonly signal?: AbortSignal;
  /** Nothing is left out: ignore files and folders of dependencies are files and folders like others. */
  readonly everything: boolean;
  /** How many files are listed at most. */
  readonly limit: number;
  file(name: string): void;
  link(name: string): Promise<void>;
  exclude(reason: ExcludeReason): void;
  /** @param name of a folder with `/` at its end */
  hide(ruleFile: string, name: string): void;
  skip(skip: Skip): void;
}

/**
 * Calls the walker for every file below `start`, folder by folder. Links are handed over, never followed, so that a
 * loop of them cannot catch the walk.
 */
export async function walk(root: string, start: string, walker: Walker): Promise<void> {
  const ignored = new IgnoreRules();
  const pending: { readonly folder: string; readonly depth: number }[] = [{ folder: start, depth: 0 }];
  const hide = (rules: IgnoreRules, fileName: string, name: string) => {
    const folder = rules.decisive(name) ?? '';
    walker.hide(folder === '' ? fileName : `${folder}/${fileName}`, name);
  };
  let listed = 0;
  for (let next = pending.pop(); next; next = pending.pop()) {
    walker.signal?.throwIfAborted();
    const { folder, depth } = next;
    const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(
      (error: unknown) => {
        walker.skip({
          file: folder === '' ? '.' : folder,
          reason: 'unreadable',
          detail: `The folder cannot be listed (${systemCode(error) ?? 'unknown error'}).`,
          partial: false,
        });
        return [];
      },
    );
    for (const [fileName, rules] of [
      ['.gitignore', ignored],
      ['.parapetignore', walker.own],
    ] as const) {
      if (walker.everything || !entries.some((entry) => entry.isFile() && entry.name === fileName)) continue;
      const refused = rules.add(folder, await readRules(path.join(root, folder, fileName)));
      const name = folder === '' ? fileName : `${folder}/${fileName}`;
      if (refused > 0) walker.skip(refusedRules(name, refused));
    }
    const hasManifest = folder === '' || entries.some((entry) => isManifest(entry.name));
    for (const entry of entries) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isSymbolicLink()) await walker.link(name);
      else if (entry.isDirectory()) {
        const own = walker.own.verdict(`${name}/`);
        const excluded =
          walker.everything ||
          own === 'taken-back' ||
          (entry.name === 'node_modules' && !hasManifest && !(await isInstalled(path.join(root, name))))
            ? undefined
            : defaultFolderExclude(name, hasManifest);
        if (excluded) walker.exclude(excluded);
        else if (own === 'ignored') hide(walker.own, '.parapetignore', `${name}/`);
        else if (ignored.verdict(`${name}/`) === 'ignored') hide(ignored, '.gitignore', `${name}/`);
        else if (depth >= maximumDepth) {
          walker.skip({
            file: name,
            reason: 'too-deep',
            detail: `The folder is ${depth + 1} folders deep; at most ${maximumDepth} are entered.`,
            partial: false,
          });
        } else pending.push({ folder: name, depth: depth + 1 });
      } else if (ignored.verdict(name) === 'ignored') hide(ignored, '.gitignore', name);
      else if (listed < walker.limit) {
        walker.file(name);
        listed++;
      } else {
        walker.skip({
          file: '.',
          reason: 'memory-limit',
          detail: `The folder holds more files than a scan reads; listing stopped after ${listed}.`,
          partial: true,
        });
        return;
      }
    }
  }
}

/** What package managers leave in the folders that they fill. */
const installed: ReadonlySet<string> = new Set([
  '.bin',
  '.package-lock.json',
  '.yarn-integrity',
  '.yarn-state.yml',
  '.modules.yaml',
  '.pnpm',
]);

/** Whether a package manager filled a folder; without a manifest beside it and without its marks, packages in it are the project's own. */
async function isInstalled(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.some((name) => installed.has(name));
}

async function readRules(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.slice(0, 1_000_000);
}
