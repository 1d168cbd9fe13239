/** What ignore rules hide, counted by the file that has the rule: nothing is left out without a word. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';

import type { Skip } from '../../../engine/finding.ts';
import { fileLanguage } from '../../../engine/languages/registry.ts';
import { defaultFileExclude, defaultFolderExclude, isManifest } from './excludes.ts';
import type { ListedFile } from './listing.ts';

export interface HiddenFiles {
  /** Relative to the scanned folder where it is in the repository; of the user's own list, its place. */
  readonly ruleFile: string;
  /** Files that would have been read without the rules. */
  readonly files: number;
  /** Those of them with code in a language that is analysed. */
  readonly code: number;
  /** There are more: counting stopped at a limit. */
  readonly atLeast?: true;
}

/** Entries of hidden folders that are looked at, in the whole scan. */
const mostEntries = 20_000;
/** Of the analysable files, the share that has to be hidden for a warning. */
const nearlyAll = 0.9;
const mostNamed = 3;

interface Count {
  files: number;
  code: number;
  atLeast: boolean;
}

/** Counts files and folders as they are hidden. */
export class HiddenCounter {
  readonly #root: string;
  readonly #counts = new Map<string, Count>();
  readonly #folders: { readonly ruleFile: string; readonly folder: string }[] = [];

  constructor(root: string) {
    this.#root = root;
  }

  /** @param name relative path; of a folder with `/` at its end, whose files are counted later */
  add(ruleFile: string, name: string): void {
    if (name.endsWith('/')) this.#folders.push({ ruleFile, folder: name.slice(0, -1) });
    else this.#count(ruleFile, name);
  }

  /** Every rule file that hides something, the one that hides the most first. */
  async finish(signal?: AbortSignal): Promise<readonly HiddenFiles[]> {
    let entries = 0;
    const pending = [...this.#folders];
    for (let next = pending.shift(); next; next = pending.shift()) {
      signal?.throwIfAborted();
      const { ruleFile, folder } = next;
      if (entries > mostEntries) {
        this.#of(ruleFile).atLeast = true;
        continue;
      }
      const found = await readdir(path.join(this.#root, folder), { withFileTypes: true }).catch(() => []);
      const hasManifest = found.some(({ name }) => isManifest(name));
      entries += found.length;
      for (const entry of found) {
        const name = `${folder}/${entry.name}`;
        if (entry.isFile()) this.#count(ruleFile, name);
        else if (entry.isDirectory() && !defaultFolderExclude(name, hasManifest))
          pending.push({ ruleFile, folder: name });
      }
    }
    return [...this.#counts]
      .map(([ruleFile, { files, code, atLeast }]) => ({
        ruleFile,
        files,
        code,
        ...(atLeast && { atLeast }),
      }))
      .filter(({ files, atLeast }) => files > 0 || atLeast)
      .toSorted((a, b) => b.files - a.files || (a.ruleFile < b.ruleFile ? -1 : 1));
  }

  #count(ruleFile: string, name: string): void {
    if (defaultFileExclude(name)) return;
    const count = this.#of(ruleFile);
    count.files++;
    if (fileLanguage(name)) count.code++;
  }

  #of(ruleFile: string): Count {
    const known = this.#counts.get(ruleFile) ?? { files: 0, code: 0, atLeast: false };
    this.#counts.set(ruleFile, known);
    return known;
  }
}

/** Whether ignore rules hide all of the code that could be analysed, or nearly all. */
function hidesNearlyAll(
  hidden: readonly HiddenFiles[],
  listed: readonly Pick<ListedFile, 'family'>[],
): boolean {
  const code = hidden.reduce((sum, one) => sum + one.code, 0);
  const seen = listed.filter((file) => file.family !== undefined).length;
  return code > 0 && code >= nearlyAll * (code + seen);
}

/** What hidden files come to, `12 files, 8 of them code (10 by .gitignore, 2 by .git/info/exclude)`; empty for none. */
export function hiddenText(hidden: readonly HiddenFiles[]): string {
  if (hidden.length === 0) return '';
  const files = hidden.reduce((all, one) => all + one.files, 0);
  const code = hidden.reduce((all, one) => all + one.code, 0);
  const named = hidden.slice(0, mostNamed).map((one) => `${one.files} by ${one.ruleFile}`);
  const others = hidden.slice(mostNamed).reduce((all, one) => all + one.files, 0);
  if (others > 0) named.push(`${others} by other rule files`);
  const atLeast = hidden.some((one) => one.atLeast) ? 'at least ' : '';
  return `${atLeast}${files} ${files === 1 ? 'file' : 'files'}, ${code} of them code (${named.join(', ')})`;
}

/** A warning where ignore rules hide nearly all of the code. */
export function hiddenWarning(
  hidden: readonly HiddenFiles[],
  listed: readonly Pick<ListedFile, 'family'>[],
): Skip[] {
  if (!hidesNearlyAll(hidden, listed)) return [];
  const detail = `Ignore rules hide nearly all of the code, which was not analysed: ${hiddenText(hidden)}.`;
  return [{ file: '.', reason: 'ignored', detail, partial: false }];
}
