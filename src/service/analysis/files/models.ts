/** A team's own models: `.parapet/models/*.yml` of the scanned folder, and of folders that the command line names. */
import type { TeamModels } from '../../../engine/analysis.ts';
import type { Skip } from '../../../engine/finding.ts';
import { parseLibrary } from '../../../engine/libraries/parse.ts';
import type { ModelProblem } from '../../../engine/libraries/problem.ts';
import { rowsOf } from '../../../engine/libraries/rows.ts';
import type { Library } from '../../../engine/libraries/schema.ts';
import { weaknesses } from '../../../engine/weaknesses/index.ts';
import type { ScanOptions } from '../scan-options.ts';
import { readTeamFiles, type TeamFile } from './team-files.ts';

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

/** Reads the models of a folder, and knows those that are as they were. */
export class ModelReader {
  readonly #root: string;
  readonly #folders: readonly string[];
  readonly #withOwn: boolean;
  readonly #kept: readonly TeamFile[];
  #digest: string | undefined;
  #known: ReadModels = none;

  constructor(
    root: string,
    {
      modelFolders,
      ownModels,
      ofOrganization,
    }: Pick<ScanOptions, 'modelFolders' | 'ownModels' | 'ofOrganization'> = {},
  ) {
    this.#root = root;
    this.#folders = modelFolders ?? [];
    this.#withOwn = ownModels ?? true;
    this.#kept = ofOrganization?.models ?? [];
  }

  /** The models as they are now. Never throws for what is in them: that is among the problems. */
  async read(signal?: AbortSignal): Promise<ReadModels> {
    const own = this.#withOwn ? modelFolder : undefined;
    const folder = {
      root: this.#root,
      own,
      others: this.#folders,
      kept: this.#kept,
      name: 'Models',
      maximumFiles,
      maximumBytes,
    };
    const { files, problems, digest } = await readTeamFiles(folder, signal);
    if (digest !== this.#digest) {
      this.#known = await parsed(files, digest, signal);
      this.#digest = digest;
    }
    const unread = problems.map(({ file, message }) => ({ file, line: 1, column: 1, message }));
    return { ...this.#known, problems: [...unread, ...this.#known.problems] };
  }
}

const none: ReadModels = { models: undefined, active: [], problems: [] };

async function parsed(
  files: readonly TeamFile[],
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
