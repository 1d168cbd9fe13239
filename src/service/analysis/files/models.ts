/** A team's own models: `.parapet/models/*.yml` of the scanned folder, and of folders that the command line names. */
import { createHash } from 'node:crypto';
import { lstat, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { TeamModels } from '../../../engine/analysis.ts';
import type { Skip } from '../../../engine/finding.ts';
import { parseLibrary } from '../../../engine/libraries/parse.ts';
import type { ModelProblem } from '../../../engine/libraries/problem.ts';
import { rowsOf } from '../../../engine/libraries/rows.ts';
import type { Library } from '../../../engine/libraries/schema.ts';
import { weaknesses } from '../../../engine/weaknesses/index.ts';
import { systemCode } from '../errors.ts';

/** Where a repository keeps its models. */
export const modelFolder = '.parapet/models';

/** A model file that holds. */
export interface ActiveModel {
  /** Relative to the scanned folder; as the command line names it where it is elsewhere. */
  readonly file: string;
  /** `<language>/<library>`. */
  readonly library: string;
  /** APIs that something is said of. */
  readonly rows: number;
}

export interface ReadModels {
  /** Undefined where there are none. */
  readonly models: TeamModels | undefined;
  readonly active: readonly ActiveModel[];
  readonly problems: readonly ModelProblem[];
}

const maximumFiles = 200;
/** Bytes of all model files together: some 30,000 rows. */
const maximumBytes = 3_000_000;

interface ModelFile {
  readonly file: string;
  readonly text: string;
}

/** Reads the models of a folder, and knows those that are as they were. */
export class ModelReader {
  readonly #root: string;
  readonly #folders: readonly string[];
  readonly #withOwn: boolean;
  #digest: string | undefined;
  #known: ReadModels = none;

  /** @param folders absolute paths of further folders with models; @param withOwn whether the folder's own hold */
  constructor(root: string, folders: readonly string[] = [], withOwn = true) {
    this.#root = root;
    this.#folders = folders;
    this.#withOwn = withOwn;
  }

  /** The models as they are now. Never throws for what is in them: that is among the problems. */
  async read(signal?: AbortSignal): Promise<ReadModels> {
    const problems: ModelProblem[] = [];
    const files: ModelFile[] = [];
    const own = this.#withOwn ? await ownFolder(this.#root, problems) : undefined;
    for (const folder of [...(own === undefined ? [] : [own]), ...this.#folders])
      await this.#collect(folder, files, problems, signal);
    const hash = createHash('sha256');
    for (const { file, text } of files) hash.update(`${file}\0${text}\0`);
    const digest = hash.digest('hex').slice(0, 32);
    if (digest !== this.#digest) {
      this.#known = await parsed(files, digest, signal);
      this.#digest = digest;
    }
    return { ...this.#known, problems: [...problems, ...this.#known.problems] };
  }

  async #collect(
    folder: string,
    files: ModelFile[],
    problems: ModelProblem[],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const shown = (name: string): string => {
      const relative = path.relative(this.#root, path.join(folder, name));
      return (relative.startsWith('..') ? path.join(folder, name) : relative).replaceAll(path.sep, '/');
    };
    let names: string[];
    try {
      names = (await readdir(folder)).filter((name) => /\.ya?ml$/.test(name)).toSorted();
    } catch (error) {
      problems.push(whole(shown(''), `The models could not be listed (${systemCode(error) ?? error}).`));
      return;
    }
    for (const name of names) {
      signal?.throwIfAborted();
      const left = maximumBytes - files.reduce((sum, { text }) => sum + text.length, 0);
      if (files.length >= maximumFiles || left <= 0) {
        problems.push(
          whole(
            shown(name),
            `Models are read up to ${maximumFiles} files and 3 MB; this one and those after it are not.`,
          ),
        );
        return;
      }
      const text = await readText(path.join(folder, name), left);
      if (typeof text === 'string') files.push({ file: shown(name), text });
      else problems.push(whole(shown(name), text.problem));
    }
  }
}

const none: ReadModels = { models: undefined, active: [], problems: [] };

const whole = (file: string, message: string): ModelProblem => ({ file, line: 1, column: 1, message });

/** The folder of a repository's own models; none where it is a link, which could lead anywhere. */
async function ownFolder(root: string, problems: ModelProblem[]): Promise<string | undefined> {
  let folder = root;
  for (const part of modelFolder.split('/')) {
    folder = path.join(folder, part);
    const found = await lstat(folder).catch(() => undefined);
    if (!found) return undefined;
    if (found.isDirectory()) continue;
    problems.push(whole(modelFolder, 'Models are read from a folder of the repository, not through a link.'));
    return undefined;
  }
  return folder;
}

async function readText(file: string, left: number): Promise<string | { readonly problem: string }> {
  try {
    if (!(await lstat(file)).isFile()) return { problem: 'A model is a file, not a link or a folder.' };
    await using handle = await open(file, 'r');
    const { size } = await handle.stat();
    if (size > left) return { problem: 'It does not fit into the 3 MB of models that are read.' };
    return await handle.readFile('utf8');
  } catch (error) {
    return { problem: `It could not be read (${systemCode(error) ?? error}).` };
  }
}

async function parsed(
  files: readonly ModelFile[],
  digest: string,
  signal: AbortSignal | undefined,
): Promise<ReadModels> {
  const libraries: Library[] = [];
  const active: ActiveModel[] = [];
  const problems: ModelProblem[] = [];
  for (const { file, text } of files) {
    signal?.throwIfAborted();
    // Others get their turn between two files.
    await new Promise((resolve) => setImmediate(resolve));
    const read = readModel(file, text);
    problems.push(...read.problems);
    if (!read.library) continue;
    const rows = rowsOf(read.library).length;
    if (rows === 0) continue;
    libraries.push(read.library);
    active.push({ file, library: read.library.library, rows });
  }
  return { models: libraries.length === 0 ? undefined : { digest, libraries }, active, problems };
}

const kinds = new Map(weaknesses.map(({ id, found }) => [id, found]));

/** A team's model file, read. */
export const readModel = (file: string, text: string): ReturnType<typeof parseLibrary> =>
  parseLibrary(file, text, { kinds, foreign: true });

/** What is wrong in models, as it is told in a scan's coverage. */
export const modelSkips = (problems: readonly ModelProblem[]): readonly Skip[] =>
  problems.map(({ file, line, row, message }) => ({
    file,
    reason: 'invalid-model',
    detail: `Line ${line}${row === undefined ? '' : `, ${row}`}: ${message}`,
    partial: true,
  }));
