import type { AnalyzerOptions } from '../analysis.ts';
import { defaultLimits } from '../analysis.ts';
import type { Finding } from '../finding.ts';
import { Parsing } from '../languages/parsing.ts';
import { fileLanguage } from '../languages/registry.ts';
import { fixes } from '../weaknesses/fixes.generated.ts';
import { adviceFor } from './by-hand/index.ts';
import { applyEdits, type Edit, inOrder } from './edits.ts';
import { type Fix, isFix, type Outlook, type Situation, type Surroundings } from './fix.ts';
import { factsOf } from './project.ts';
import type { ProposedChange } from './proposed/change.ts';
import { type Examined, examineChange } from './proposed/examine.ts';
import { type FixLanguage, fixLanguages, Source } from './source.ts';
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
  /** Loads what reading files of a path's language takes. */
  prepare(path: string): Promise<void>;
  /** Whether `propose` would know a change; for a file whose language was prepared. */
  outlook(finding: Finding, read: ReadText): Outlook;
  /** Drops the files that are kept parsed. */
  forget(): void;
  /** Holds a change that somebody else proposed against what no fix may do. */
  examine(finding: Finding, change: ProposedChange, read: ReadText): Promise<Examined>;
}

export async function createFixer(options: AnalyzerOptions): Promise<Fixer> {
  const { parseSteps, parseMs } = { ...defaultLimits, ...options.limits };
  const parsing = await Parsing.create(options, parseSteps, parseMs);
  const sources = new RecentSources(parsing);
  return {
    async examine(finding, change, read) {
      for (const file of change.allowed) await parsing.prepare(file, read(file));
      return examineChange(finding, change, read, parsing, fixLanguageOf);
    },
    async propose(finding, read, around = { files: [], secrets: [] }) {
      const { file } = finding;
      const text = read(file);
      if (text !== undefined) await parsing.prepare(file, text);
      const parsed = sources.of(file, text, finding);
      if ('reason' in parsed) return none(parsed.reason);
      const { source, errors } = parsed;
      const candidates: Candidate[] = [];
      let reason: string | undefined;
      for (const result of resultsOf(situationOf(finding, source, read, around))) {
        if (!isFix(result)) {
          reason ??= result.reason;
          continue;
        }
        const changed = changedBy(result, source);
        if (!changed) continue;
        const { edits: _, ...fix } = result;
        const after = parsing.tree(file, changed.after)?.errors ?? Number.POSITIVE_INFINITY;
        const syntaxErrors = { before: errors, after };
        candidates.push({ ...fix, changes: [{ file, before: source.text, ...changed, syntaxErrors }] });
      }
      if (candidates.length === 0) return none(reason ?? adviceFor(finding.vulnClass));
      return { type: 'fixes', candidates: candidates.slice(0, maximumCandidates) };
    },
    prepare: (path) => parsing.prepare(path),
    outlook(finding, read) {
      const parsed = sources.of(finding.file, read(finding.file), finding);
      if ('reason' in parsed) return { fixable: false, reason: parsed.reason };
      const { source } = parsed;
      let reason: string | undefined;
      for (const result of resultsOf(situationOf(finding, source, read, { files: [], secrets: [] }))) {
        if (!isFix(result)) reason ??= result.reason;
        else if (applyEdits(source.text, result.edits) !== source.text) return { fixable: true };
      }
      return { fixable: false, reason: reason ?? adviceFor(finding.vulnClass) };
    },
    forget: () => sources.clear(),
  };
}

interface Parsed {
  readonly source: Source;
  readonly errors: number;
}

/** Files that were parsed last: findings of one file mostly come one after the other. */
class RecentSources {
  readonly #parsing: Parsing;
  readonly #known = new Map<string, Parsed>();

  constructor(parsing: Parsing) {
    this.#parsing = parsing;
  }

  of(file: string, text: string | undefined, finding: Finding): Parsed | { readonly reason: string } {
    if (text === undefined) return { reason: `${file} cannot be read any more.` };
    const before = this.#known.get(file);
    if (before?.source.text === text) return before;
    const language = fixLanguageOf(file, text);
    if (!language) return { reason: adviceFor(finding.vulnClass) };
    const tree = this.#parsing.tree(file, text);
    if (!tree) return { reason: `${file} could not be parsed.` };
    const parsed = {
      source: new Source({ path: file, text, language, root: tree.root }),
      errors: tree.errors,
    };
    this.#known.delete(file);
    if (text.length <= longestKept) this.#known.set(file, parsed);
    for (const [oldest] of this.#known) {
      if (this.#known.size <= mostKept) break;
      this.#known.delete(oldest);
    }
    return parsed;
  }

  clear(): void {
    this.#known.clear();
  }
}

/** Parsed files that are kept, and characters of the longest of them. */
const mostKept = 12;
const longestKept = 500_000;

const situationOf = (finding: Finding, source: Source, read: ReadText, around: Surroundings): Situation => ({
  finding,
  source,
  node: source.covering(source.offsetsOf(finding.range)),
  project: factsOf(source.path, source.language, read, around),
});

/** What a fix makes of its file; undefined where that is what it was. */
function changedBy(
  fix: Fix,
  source: Source,
): { readonly edits: readonly Edit[]; readonly after: string } | undefined {
  const all = withoutUnusedImports(source, fix.edits);
  const after = applyEdits(source.text, all);
  return after === source.text ? undefined : { edits: inOrder(all), after };
}

const maximumCandidates = 4;

const none = (reason: string): Proposal => ({ type: 'none', reason });

function* resultsOf(situation: Situation): Generator<Fix | { readonly reason: string }> {
  const { vulnClass, ruleFix, ruleId } = situation.finding;
  if (ruleFix) yield fixOfRule(ruleId, { ...situation.source.offsetsOf(ruleFix.range), text: ruleFix.text });
  for (const strategy of fixes.get(vulnClass) ?? []) {
    if (!strategy.languages.includes(situation.source.language)) continue;
    const result = strategy.fix(situation);
    if (result) yield result;
  }
}

/** The change that a custom rule proposes. */
const fixOfRule = (rule: string, edit: Edit): Fix => ({
  strategy: 'custom-rule/fix',
  title: `Apply the fix of the rule ${rule}`,
  explanation: `The rule \`${rule}\` proposes this change for every place that it finds.`,
  edits: [edit],
});

/** The language that fixes are written in; undefined within markup, of which there is no tree to hold a change against. */
function fixLanguageOf(path: string, text: string): FixLanguage | undefined {
  const found = fileLanguage(path, text);
  return found?.embeds ? undefined : fixLanguages.find((language) => language === found?.family);
}
