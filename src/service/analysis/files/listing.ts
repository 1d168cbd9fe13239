/** Which files a scan reads: the listing of git or of our own walk, minus what is excluded, out of reach or too big. */
import { lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isOfInterest, mayBeModel } from '../../../engine/ai-inventory/index.ts';
import { formatOf } from '../../../engine/dependencies/reading.ts';
import type { Skip } from '../../../engine/finding.ts';
import {
  type FamilyId,
  fileLanguage,
  firstLineLength,
  hasExtension,
} from '../../../engine/languages/registry.ts';
import { systemCode } from '../errors.ts';
import type { ScanLimits } from '../limits.ts';
import { megabytes } from '../megabytes.ts';
import type { IgnoreList } from '../scan-choices.ts';
import {
  defaultFileExclude,
  defaultFolderExclude,
  depthOf,
  type ExcludeReason,
  IgnoreRules,
  isManifest,
  maximumDepth,
  refusedRules,
} from './excludes.ts';
import { type GitFiles, type GitState, gitListing } from './git.ts';
import type { Ignored } from './git-ignored.ts';
import { HiddenCounter, type HiddenFiles, hiddenWarning } from './hidden-files.ts';
import { isLeftOut } from './ignore-lists.ts';
import { Reach, resolveRoot } from './reach.ts';
import { readHead } from './read.ts';
import { walk } from './walk.ts';

export interface ListedFile {
  /** Relative to the root, `/` as separator. */
  readonly path: string;
  readonly bytes: number;
  /** Time of the last change, in milliseconds since 1970. */
  readonly modifiedMs: number;
  /** Of the language it is written in; undefined where that is not analysed. */
  readonly family: FamilyId | undefined;
}

export interface Listing {
  /** The root with every link resolved. */
  readonly root: string;
  readonly git: GitState | undefined;
  readonly files: readonly ListedFile[];
  /** Not analysed, but looked at for AI components and packages: models, and lock files over the bound. */
  readonly others: readonly ListedFile[];
  readonly skips: readonly Skip[];
  /** Left out on purpose, as counts: files, and folders that were not entered. */
  readonly excluded: Readonly<Partial<Record<ExcludeReason, number>>>;
  /** Files that ignore rules hide, by the file that has the rule. */
  readonly hidden: readonly HiddenFiles[];
}

const ignoreFileName = '.parapetignore';
const statConcurrency = 64;
/** Files of folders of dependencies and built output that are read because they are committed. */
const mostCommitted = 2_000;

/**
 * What of a folder is meant: a project's own code, or everything that is there, because someone chose it file by file.
 */
export type Selection = 'project' | 'everything';

export interface ListingOptions {
  readonly selection?: Selection;
  readonly ignoreLists?: readonly IgnoreList[] | undefined;
}

/** @throws ScanError when the folder cannot be listed at all */
export async function listFiles(
  folder: string,
  limits: ScanLimits,
  signal?: AbortSignal,
  { selection = 'project', ignoreLists = [] }: ListingOptions = {},
): Promise<Listing> {
  const root = await resolveRoot(folder);
  const git = selection === 'everything' ? undefined : await gitListing(root, signal, isOwnCode);
  const draft = new Draft(root, limits, selection, isLeftOut(ignoreLists));
  if (git?.fault !== undefined) draft.addFault(git.fault);
  if (git?.files) await draft.addFromGit(git.files, signal);
  else await draft.addFromWalk('', signal);
  draft.addHidden(git?.ignored ?? []);
  signal?.throwIfAborted();
  return await draft.finish(git?.state, signal);
}

/** Whether a path is in no folder that is left out by its name wherever it stands: what hides others is not of interest. */
function isOwnCode(name: string): boolean {
  const folders = name.split('/').slice(0, -1);
  return folders.every(
    (_, at) => defaultFolderExclude(folders.slice(0, at + 1).join('/'), false) === undefined,
  );
}

class Draft {
  readonly #root: string;
  readonly #limits: ScanLimits;
  readonly #selection: Selection;
  readonly #leftOut: (name: string) => boolean;
  readonly #own = new IgnoreRules();
  readonly #files: ListedFile[] = [];
  readonly #others: ListedFile[] = [];
  readonly #skips: Skip[] = [];
  readonly #excluded: Partial<Record<ExcludeReason, number>> = {};
  readonly #hidden: HiddenCounter;
  /** Why a folder is left out by its name and place, as far as it was found in git's list. */
  #folderExclude: (folder: string) => ExcludeReason | undefined = () => undefined;
  readonly #reach: Reach;

  constructor(root: string, limits: ScanLimits, selection: Selection, leftOut: (name: string) => boolean) {
    this.#leftOut = leftOut;
    this.#root = root;
    this.#limits = limits;
    this.#selection = selection;
    this.#hidden = new HiddenCounter(root);
    this.#reach = new Reach(root);
  }

  addHidden(ignored: readonly Ignored[]): void {
    for (const { ruleFile, name } of ignored) {
      const folder = name.slice(0, Math.max(0, name.lastIndexOf('/')));
      // What would be left out all the same is not hidden.
      const excluded = folder === '' ? undefined : this.#folderExclude(folder);
      if (excluded) this.#exclude(excluded);
      else this.#hide(ruleFile, name);
    }
  }

  addFault(fault: string): void {
    const detail = `${fault}, so the files were listed from the disk; only .gitignore files say what is left out.`;
    this.#skips.push({ file: '.', reason: 'ignored', detail, partial: true });
  }

  async addFromGit({ tracked, untracked }: GitFiles, signal?: AbortSignal): Promise<void> {
    const names = [...tracked, ...untracked];
    const committed = new Set(tracked);
    const manifestFolders = new Set<string>(['']);
    for (const name of names) {
      const slash = name.lastIndexOf('/');
      const base = name.slice(slash + 1);
      const folder = slash < 0 ? '' : name.slice(0, slash);
      if (isManifest(base)) manifestFolders.add(folder);
      if (base === ignoreFileName) await this.#readIgnoreFile(name, folder);
    }
    const folders = new Map<string, ExcludeReason | undefined>([['', undefined]]);
    this.#folderExclude = (folder: string): ExcludeReason | undefined => {
      if (folders.has(folder)) return folders.get(folder);
      const slash = folder.lastIndexOf('/');
      const parent = slash < 0 ? '' : folder.slice(0, slash);
      const above = this.#folderExclude(parent);
      const own = defaultFolderExclude(folder, manifestFolders.has(parent));
      const reason = above ?? (own && this.#own.verdict(`${folder}/`) === 'taken-back' ? undefined : own);
      folders.set(folder, reason);
      return reason;
    };
    const nested: string[] = [];
    // What is committed is the project's, wherever it stands.
    let found = 0;
    const wanted = names.filter((name) => {
      const slash = name.lastIndexOf('/', name.length - 2);
      const excluded = slash < 0 ? undefined : this.#folderExclude(name.slice(0, slash));
      if (!excluded) return true;
      if (committed.has(name) && (excluded === 'dependencies' || excluded === 'build-output')) {
        found += 1;
        if (found <= mostCommitted) return true;
      }
      this.#exclude(excluded);
      return false;
    });
    if (found > mostCommitted) this.#tooManyCommitted(found);
    await inBatches(wanted, signal, async (name) => {
      if (name.endsWith('/')) nested.push(name.slice(0, -1));
      else if ((await this.#addFile(name)) === 'folder') nested.push(name);
    });
    for (const folder of nested.toSorted()) {
      const slash = folder.lastIndexOf('/');
      const excluded = defaultFolderExclude(
        folder,
        manifestFolders.has(slash < 0 ? '' : folder.slice(0, slash)),
      );
      if (excluded) this.#exclude(excluded);
      else await this.addFromWalk(folder, signal);
    }
  }

  /** Lists a folder without git: `.gitignore` files are honoured, links are never followed. */
  async addFromWalk(start: string, signal?: AbortSignal): Promise<void> {
    const found: string[] = [];
    await walk(this.#root, start, {
      own: this.#own,
      everything: this.#selection === 'everything',
      ...(signal && { signal }),
      limit: this.#limits.files - this.#files.length,
      file: (name) => found.push(name),
      link: (name) => this.#link(name),
      exclude: (reason) => this.#exclude(reason),
      hide: (ruleFile, name) => this.#hide(ruleFile, name),
      skip: (skip) => this.#skips.push(skip),
    });
    await inBatches(found, signal, async (name) => {
      await this.#addFile(name);
    });
  }

  /** Files in the order of their paths, so that equal trees give equal scans; bounds applied in that order. */
  async finish(state: GitState | undefined, signal?: AbortSignal): Promise<Listing> {
    const ordered = this.#files.toSorted(
      (a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0),
    );
    const files: ListedFile[] = [];
    let total = 0;
    for (const file of ordered) {
      if (files.length >= this.#limits.files || total + file.bytes > this.#limits.totalBytes) continue;
      total += file.bytes;
      files.push(file);
    }
    const left = ordered.length - files.length;
    if (left > 0) {
      this.#skips.push({
        file: '.',
        reason: 'memory-limit',
        detail: `${left} files were left out: a scan reads at most ${this.#limits.files} files and ${megabytes(this.#limits.totalBytes)}. Scan the parts one by one, or list what need not be read in .parapetignore.`,
        partial: true,
      });
    }
    const hidden = await this.#hidden.finish(signal);
    this.#skips.push(...hiddenWarning(hidden, files));
    return {
      root: this.#root,
      git: state,
      files,
      others: this.#others,
      skips: this.#skips,
      excluded: this.#excluded,
      hidden,
    };
  }

  async #addFile(name: string): Promise<'folder' | 'file'> {
    if (depthOf(name) > maximumDepth) {
      this.#skip(name, 'too-deep', `It is more than ${maximumDepth} folders deep.`);
      return 'file';
    }
    if (this.#leftOut(name)) {
      this.#exclude('settings');
      return 'file';
    }
    const verdict = this.#own.verdict(name);
    const byDefault = this.#selection === 'project' && verdict === 'silent';
    const excluded = byDefault ? defaultFileExclude(name) : undefined;
    if (verdict === 'ignored') {
      const folder = this.#own.decisive(name) ?? '';
      this.#hide(folder === '' ? ignoreFileName : `${folder}/${ignoreFileName}`, name);
    } else if (excluded) {
      this.#exclude(excluded);
      if (excluded === 'media' && mayBeModel(name)) await this.#addOther(name);
    } else return this.#addWanted(name);
    return 'file';
  }

  async #addWanted(name: string): Promise<'folder' | 'file'> {
    if (name.includes('\ufffd')) {
      this.#skip(name, 'unreadable', 'Its name is not valid UTF-8, so it cannot be opened by it.');
      return 'file';
    }
    const slash = name.lastIndexOf('/');
    const where = await this.#reach.ofFolder(slash < 0 ? '' : name.slice(0, slash));
    if (where !== 'inside') {
      if (where === 'link') this.#exclude('link');
      else
        this.#skip(name, 'outside-root', 'A folder above it is a link that leads out of the scanned folder.');
      return 'file';
    }
    try {
      const entry = await lstat(path.join(this.#root, name));
      if (entry.isDirectory()) return 'folder';
      if (entry.isSymbolicLink()) await this.#link(name);
      else if (!entry.isFile()) this.#exclude('special');
      else if (entry.size > this.#limits.fileBytes) {
        if (isOfInterest(name) || formatOf(name))
          this.#others.push({
            path: name,
            bytes: entry.size,
            modifiedMs: entry.mtimeMs,
            family: undefined,
          });
        this.#skip(
          name,
          'too-large',
          `It has ${megabytes(entry.size)}; files over ${megabytes(this.#limits.fileBytes)} are not read.`,
        );
      } else if (entry.size > 0)
        this.#files.push({
          path: name,
          bytes: entry.size,
          modifiedMs: entry.mtimeMs,
          family: this.#familyOf(name),
        });
    } catch (error) {
      // Tracked by git but deleted in the work tree: not there, so nothing to report.
      if (systemCode(error) !== 'ENOENT') {
        this.#skip(name, 'unreadable', `It cannot be read (${systemCode(error) ?? 'unknown error'}).`);
      }
    }
    return 'file';
  }

  async #addOther(name: string): Promise<void> {
    const slash = name.lastIndexOf('/');
    if (name.includes('\ufffd') || this.#others.length >= this.#limits.files) return;
    if ((await this.#reach.ofFolder(slash < 0 ? '' : name.slice(0, slash))) !== 'inside') return;
    const entry = await lstat(path.join(this.#root, name)).catch(() => undefined);
    if (entry?.isFile() && entry.size > 0)
      this.#others.push({ path: name, bytes: entry.size, modifiedMs: entry.mtimeMs, family: undefined });
  }

  /** Of a name without an extension, the first line of the file decides. */
  #familyOf(name: string): FamilyId | undefined {
    const head = hasExtension(name) ? undefined : readHead(this.#root, name, firstLineLength)?.bytes;
    return fileLanguage(name, head && Buffer.from(head).toString('latin1'))?.family;
  }

  async #link(name: string): Promise<void> {
    const fault = await this.#reach.faultOfLink(name);
    if (fault) this.#skip(name, fault.reason, fault.detail);
    else this.#exclude('link');
  }

  async #readIgnoreFile(name: string, folder: string): Promise<void> {
    const file = path.join(this.#root, name);
    const entry = await lstat(file).catch(() => undefined);
    if (!entry?.isFile() || entry.size > this.#limits.fileBytes) return;
    const text = await readFile(file, 'utf8').catch(() => '');
    const refused = this.#own.add(folder, text);
    if (refused > 0) this.#skips.push(refusedRules(name, refused));
  }

  #hide(ruleFile: string, name: string): void {
    this.#exclude('ignored');
    this.#hidden.add(ruleFile, name);
  }

  #tooManyCommitted(count: number): void {
    this.#skips.push({
      file: '.',
      reason: 'ignored',
      detail: `${count} files in folders of dependencies and built output are committed; the first ${mostCommitted} of them were analysed.`,
      partial: true,
    });
  }

  #exclude(reason: ExcludeReason): void {
    this.#excluded[reason] = (this.#excluded[reason] ?? 0) + 1;
  }

  #skip(file: string, reason: Skip['reason'], detail: string): void {
    this.#skips.push({ file, reason, detail, partial: false });
  }
}

/** Code before everything else, so that bounds cost the least. */
function rank(file: ListedFile): number {
  return file.family === undefined ? 1 : 0;
}

async function inBatches<T>(
  items: readonly T[],
  signal: AbortSignal | undefined,
  each: (item: T) => Promise<void>,
): Promise<void> {
  for (let i = 0; i < items.length; i += statConcurrency) {
    signal?.throwIfAborted();
    await Promise.all(items.slice(i, i + statConcurrency).map(each));
  }
}
