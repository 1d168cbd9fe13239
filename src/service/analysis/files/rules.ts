/** A team's own rules: `.parapet/rules/*.yml` of the scanned folder, and files that the command line names. */

import type { RuleProblem } from '../../../engine/custom-rules/rule.ts';
import type { CustomRules } from '../../../engine/custom-rules/rule-set.ts';
import type { Skip } from '../../../engine/finding.ts';
import type { ScanAssets } from '../assets.ts';
import { ScanError } from '../errors.ts';
import type { ScanLimits } from '../limits.ts';
import type { ScanOptions } from '../scan-options.ts';
import { AnalysisWorker } from '../worker/analysis-worker.ts';
import { readTeamFiles, type TeamFile, type TeamFiles } from './team-files.ts';

/** Where a repository keeps its rules. */
export const ruleFolder = '.parapet/rules';

const maximumFiles = 500;
/** Bytes of all files of rules together. */
const maximumBytes = 5_000_000;

/** A file of rules that hold. */
export interface ActiveRules {
  /** Relative to the scanned folder; as the command line or the service names it where it is elsewhere. */
  readonly file: string;
  readonly rules: number;
}

/** Rules that hold, and what is wrong in others. */
interface HeldRules {
  readonly digest: string;
  /** Undefined where there are none. */
  readonly rules: CustomRules | undefined;
  readonly problems: readonly RuleProblem[];
}

/** The rules of a folder, as they were when they were read last. */
export class TeamRules {
  readonly #root: string;
  readonly #others: readonly string[];
  readonly #withOwn: boolean;
  readonly #kept: readonly TeamFile[];
  readonly #assets: ScanAssets;
  readonly #limits: ScanLimits;
  #held: HeldRules | undefined;

  /** @param root the scanned folder */
  constructor(
    root: string,
    { ruleFiles, ownModels, ofOrganization }: Pick<ScanOptions, 'ruleFiles' | 'ownModels' | 'ofOrganization'>,
    assets: ScanAssets,
    limits: ScanLimits,
  ) {
    this.#root = root;
    this.#others = ruleFiles ?? [];
    this.#withOwn = ownModels ?? true;
    this.#kept = ofOrganization?.rules ?? [];
    this.#assets = assets;
    this.#limits = limits;
  }

  /** Those that hold; undefined where there are none. */
  get held(): CustomRules | undefined {
    return this.#held?.rules;
  }

  /** The files of rules that hold, with how many each has. */
  get active(): readonly ActiveRules[] {
    const counts = new Map<string, number>();
    for (const { file } of this.held?.rules ?? []) counts.set(file, (counts.get(file) ?? 0) + 1);
    return [...counts].map(([file, rules]) => ({ file, rules }));
  }

  get problems(): readonly RuleProblem[] {
    return this.#held?.problems ?? [];
  }

  /** What is wrong in rules, as it is told in a scan's coverage. */
  get skips(): readonly Skip[] {
    return this.problems.map(({ file, line, column, rule, message }) => ({
      file,
      reason: 'invalid-rule',
      detail: `Line ${line}, column ${column}${rule === undefined ? '' : `, rule ${rule}`}: ${message}`,
      partial: true,
    }));
  }

  /** Reads the rules as they are now. @returns whether others hold than before @throws ScanError, or the signal's reason */
  async read(signal?: AbortSignal): Promise<boolean> {
    const files = await this.#files(signal);
    if (files.digest === this.#held?.digest) return false;
    const before = this.held?.digest;
    this.#held = await compiled(files, this.#root, this.#assets, this.#limits, signal);
    return this.held?.digest !== before;
  }

  /** Whether the rules that were read last are those of now. */
  async areCurrent(signal?: AbortSignal): Promise<boolean> {
    return (await this.#files(signal)).digest === this.#held?.digest;
  }

  async #files(signal: AbortSignal | undefined): Promise<TeamFiles> {
    const own = this.#withOwn ? ruleFolder : undefined;
    const folder = {
      root: this.#root,
      own,
      others: this.#others,
      kept: this.#kept,
      name: 'Custom rules',
      maximumFiles,
      maximumBytes,
    };
    return await readTeamFiles(folder, signal);
  }
}

/** Has a worker compile rules, which may be hostile. @throws ScanError, or the signal's reason */
async function compiled(
  { files, problems, digest }: TeamFiles,
  root: string,
  assets: ScanAssets,
  limits: ScanLimits,
  signal?: AbortSignal,
): Promise<HeldRules> {
  const own = problems.map((problem): RuleProblem => ({ ...problem, line: 1, column: 1 }));
  if (files.length === 0) return { digest, rules: undefined, problems: own };
  const worker = new AnalysisWorker(root, assets, limits);
  try {
    const outcome = await worker.ask({ kind: 'rules', files }, signal);
    if (outcome.type === 'cancelled') throw signal?.reason ?? new DOMException('Cancelled', 'AbortError');
    if (outcome.type !== 'answered')
      throw new ScanError('analyzer-unavailable', `The custom rules could not be read: ${outcome.message}`);
    const { rules, problems: wrong } = outcome.answer;
    return {
      digest,
      rules: rules.length === 0 ? undefined : { digest, rules },
      problems: [...own, ...wrong],
    };
  } finally {
    await worker.close();
  }
}
