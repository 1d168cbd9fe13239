/** Files that a team keeps below `.parapet/`, and those that the command line names beside them. */
import { createHash } from 'node:crypto';
import { lstat, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { systemCode } from '../errors.ts';

export interface TeamFile {
  /** Relative to the scanned folder; as the command line names it where it is elsewhere. */
  readonly file: string;
  readonly text: string;
}

export interface TeamFileProblem {
  readonly file: string;
  readonly message: string;
}

export interface TeamFiles {
  readonly files: readonly TeamFile[];
  readonly problems: readonly TeamFileProblem[];
  /** Of all that they say. */
  readonly digest: string;
}

export interface TeamFolder {
  /** The scanned folder. */
  readonly root: string;
  /** Below it, `.parapet/models`; undefined where what is there does not hold. */
  readonly own: string | undefined;
  /** Absolute paths of further folders and files. */
  readonly others: readonly string[];
  /** Those that the service keeps. They come first, so that no repository has one of theirs left out for its own. */
  readonly kept: readonly TeamFile[];
  /** What the files are: `Models`. */
  readonly name: string;
  readonly maximumFiles: number;
  /** Of all files together. */
  readonly maximumBytes: number;
}

/** Reads the YAML files of a team's folder. Never throws for what is there: that is among the problems. */
export async function readTeamFiles(folder: TeamFolder, signal?: AbortSignal): Promise<TeamFiles> {
  const reading = new Reading(folder);
  const own = folder.own === undefined ? undefined : await reading.ownFolder(folder.own);
  for (const one of [...(own === undefined ? [] : [own]), ...folder.others])
    await reading.collect(one, signal);
  const hash = createHash('sha256');
  const files = [...folder.kept, ...reading.files];
  for (const { file, text } of files) hash.update(`${file}\0${text}\0`);
  return { files, problems: reading.problems, digest: hash.digest('hex').slice(0, 32) };
}

class Reading {
  readonly files: TeamFile[] = [];
  readonly problems: TeamFileProblem[] = [];
  readonly #folder: TeamFolder;

  constructor(folder: TeamFolder) {
    this.#folder = folder;
  }

  #shown(file: string): string {
    const relative = path.relative(this.#folder.root, file);
    return (relative.startsWith('..') ? file : relative).replaceAll(path.sep, '/');
  }

  #say(file: string, message: string): void {
    this.problems.push({ file, message });
  }

  /** The folder of a repository's own files; none where it is a link, which could lead anywhere. */
  async ownFolder(own: string): Promise<string | undefined> {
    let folder = this.#folder.root;
    for (const part of own.split('/')) {
      folder = path.join(folder, part);
      const found = await lstat(folder).catch(() => undefined);
      if (!found) return undefined;
      if (found.isDirectory()) continue;
      this.#say(own, `${this.#folder.name} are read from a folder of the repository, not through a link.`);
      return undefined;
    }
    return folder;
  }

  /** @param place a folder, or a file */
  async collect(place: string, signal: AbortSignal | undefined): Promise<void> {
    const { name, maximumFiles, maximumBytes } = this.#folder;
    let names: readonly string[];
    try {
      names = (await lstat(place)).isFile()
        ? [place]
        : (await readdir(place))
            .filter((file) => /\.ya?ml$/.test(file))
            .toSorted()
            .map((file) => path.join(place, file));
    } catch (error) {
      this.#say(
        this.#shown(place),
        `The ${name.toLowerCase()} could not be listed (${systemCode(error) ?? error}).`,
      );
      return;
    }
    for (const file of names) {
      signal?.throwIfAborted();
      const left = maximumBytes - this.files.reduce((sum, { text }) => sum + text.length, 0);
      if (this.files.length >= maximumFiles || left <= 0) {
        this.#say(
          this.#shown(file),
          `${name} are read up to ${maximumFiles} files and ${maximumBytes / 1_000_000} MB; this one and those after it are not.`,
        );
        return;
      }
      const text = await this.#read(file, left);
      if (text !== undefined) this.files.push({ file: this.#shown(file), text });
    }
  }

  async #read(file: string, left: number): Promise<string | undefined> {
    const { maximumBytes, name } = this.#folder;
    try {
      if (!(await lstat(file)).isFile()) {
        this.#say(this.#shown(file), 'It is a link or a folder; a file is expected.');
        return undefined;
      }
      await using handle = await open(file, 'r');
      const { size } = await handle.stat();
      if (size <= left) return await handle.readFile('utf8');
      this.#say(
        this.#shown(file),
        `It does not fit into the ${maximumBytes / 1_000_000} MB of ${name.toLowerCase()} that are read.`,
      );
    } catch (error) {
      this.#say(this.#shown(file), `It could not be read (${systemCode(error) ?? error}).`);
    }
    return undefined;
  }
}
