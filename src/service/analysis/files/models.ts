/** A team's own models: `.parapet/models/*.yml` of the scanned folder, and of folders that the command line names. */
import type { AddedModel } from '../../../engine/added/added-models.ts';
import type { TeamModels } from '../../../engine/analysis.ts';
import type { Skip } from '../../../engine/finding.ts';
import { parseLibrary } from '../../../engine/libraries/parse.ts';
import type { ModelProblem } from '../../../engine/libraries/problem.ts';
import { rowsOf } from '../../../engine/libraries/rows.ts';
import { weaknesses } from '../../../engine/weaknesses/index.ts';
import type { OrganizationFiles } from '../scan-choices.ts';
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
  readonly #ofOrganization: OrganizationFiles | undefined;
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
    this.#ofOrganization = ofOrganization;
  }

  /** The models as they are now. Never throws for what is in them: that is among the problems. */
  async read(signal?: AbortSignal): Promise<ReadModels> {
    const own = this.#withOwn ? modelFolder : undefined;
    const folder = {
      root: this.#root,
      own,
      others: this.#folders,
      kept: [],
      name: 'Models',
      maximumFiles,
      maximumBytes,
    };
    const { files, problems, digest } = await readTeamFiles(folder, signal);
    if (digest !== this.#digest) {
      this.#known = await parsed(files, digest, this.#ofOrganization, signal);
      this.#digest = digest;
    }
    const unread = problems.map(({ file, message }) => ({ file, line: 1, column: 1, message }));
    return { ...this.#known, problems: [...unread, ...this.#known.problems] };
  }
}

const none: ReadModels = { models: undefined, active: [], problems: [] };

async function parsed(
  files: readonly TeamFile[],
  ownDigest: string,
  ofOrganization: OrganizationFiles | undefined,
  signal: AbortSignal | undefined,
): Promise<ReadModels> {
  const problems: ModelProblem[] = [];
  const read = async (some: readonly TeamFile[]): Promise<readonly AddedModel[]> => {
    const models: AddedModel[] = [];
    for (const { file, text } of some) {
      signal?.throwIfAborted();
      // Others get their turn between two files.
      await new Promise((resolve) => setImmediate(resolve));
      const { library, problems: wrong } = readModel(file, text);
      problems.push(...wrong);
      if (library && rowsOf(library).length > 0) models.push({ definition: file, library });
    }
    return models;
  };
  const own = await read(files);
  const added = [...(await read(ofOrganization?.models ?? [])), ...(ofOrganization?.added ?? [])];
  const active = [...added, ...own].map(({ definition: file, library }) => ({
    file,
    library: library.library,
    rows: rowsOf(library).length,
  }));
  if (active.length === 0) return { models: undefined, active, problems };
  const digest = `${ownDigest} ${ofOrganization?.digest ?? ''}`;
  return { models: { digest, libraries: own.map(({ library }) => library), added }, active, problems };
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
