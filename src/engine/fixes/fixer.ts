import type { AnalyzerOptions } from '../analysis.ts';
import { defaultLimits } from '../analysis.ts';
import type { Finding } from '../finding.ts';
import { Parsing } from '../languages/parsing.ts';
import { fileLanguage } from '../languages/registry.ts';
import { applyEdits, type Edit, inOrder } from './edits.ts';
import { type Fix, isFix, type Situation, type Surroundings } from './fix.ts';
import { factsOf } from './project.ts';
import type { ProposedChange } from './proposed/change.ts';
import { type Examined, examineChange } from './proposed/examine.ts';
import { reasonFor } from './reasons.ts';
import { type FixLanguage, Source } from './source.ts';
import { strategies } from './strategies/index.ts';
import { withoutUnusedImports } from './unused.ts';

/** Reads a file of the project as text; undefined where there is none, or none that can be read. */
export type ReadText = (path: string) => string | undefined;

/** What a change makes of one file. */
export interface FileChange {
  readonly file: string;
  /** In the order of the text, none overlapping. */
  readonly edits: readonly Edit[];
  readonly before: string;
  readonly after: string;
  /** Places that do not follow the grammar, before and after: a fix may not add one. */
  readonly syntaxErrors: { readonly before: number; readonly after: number };
}

/** A fix with what it makes of each file. */
export interface Candidate extends Omit<Fix, 'edits'> {
  readonly changes: readonly [FileChange, ...FileChange[]];
}

export type Proposal =
  | { readonly type: 'fixes'; readonly candidates: readonly Candidate[] }
  | { readonly type: 'none'; readonly reason: string };

/** Makes changes that should remove a finding. Pure: texts in, edits out; nothing here says that they do. */
export interface Fixer {
  propose(finding: Finding, read: ReadText, around?: Surroundings): Promise<Proposal>;
  /** Holds a change that somebody else proposed against what no fix may do. */
  examine(finding: Finding, change: ProposedChange, read: ReadText): Promise<Examined>;
}

export async function createFixer(options: AnalyzerOptions): Promise<Fixer> {
  const parsing = await Parsing.create(options, { ...defaultLimits, ...options.limits }.fileTimeMs);
  return {
    async examine(finding, change, read) {
      for (const file of change.allowed) await parsing.prepare(file, read(file));
      return examineChange(finding, change, read, parsing, fixLanguageOf);
    },
    async propose(finding, read, around = { files: [], secrets: [] }) {
      const { file } = finding;
      const text = read(file);
      if (text === undefined) return none(`${file} cannot be read any more.`);
      const language = fixLanguageOf(file, text);
      if (!language) return none(reasonFor(finding, 'no-language'));
      await parsing.prepare(file, text);
      const tree = parsing.tree(file, text);
      if (!tree) return none(`${file} could not be parsed.`);
      const source = new Source({ path: file, text, language, root: tree.root });
      const situation: Situation = {
        finding,
        source,
        node: source.covering(source.offsetsOf(finding.range)),
        project: factsOf(file, language, read, around),
      };
      const candidates: Candidate[] = [];
      let reason: string | undefined;
      for (const result of resultsOf(situation)) {
        if (!isFix(result)) {
          reason ??= result.reason;
          continue;
        }
        const all = withoutUnusedImports(source, result.edits);
        const after = applyEdits(text, all);
        const errors = parsing.tree(file, after)?.errors ?? Number.POSITIVE_INFINITY;
        if (after === text) continue;
        const { edits: _, ...fix } = result;
        const syntaxErrors = { before: tree.errors, after: errors };
        candidates.push({
          ...fix,
          changes: [{ file, edits: inOrder(all), before: text, after, syntaxErrors }],
        });
      }
      if (candidates.length === 0) return none(reason ?? reasonFor(finding, 'no-strategy'));
      return { type: 'fixes', candidates: candidates.slice(0, maximumCandidates) };
    },
  };
}

const maximumCandidates = 4;

const none = (reason: string): Proposal => ({ type: 'none', reason });

function* resultsOf(situation: Situation): Generator<Fix | { readonly reason: string }> {
  const { vulnClass } = situation.finding;
  for (const strategy of strategies) {
    if (!strategy.classes.includes(vulnClass) || !strategy.languages.includes(situation.source.language))
      continue;
    const result = strategy.fix(situation);
    if (result) yield result;
  }
}

function fixLanguageOf(path: string, text: string): FixLanguage | undefined {
  const id = fileLanguage(path, text)?.id;
  return id === 'java' || id === 'python' ? id : id === undefined ? undefined : 'javascript';
}
