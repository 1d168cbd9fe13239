import type { Parsing } from '../languages/parsing.ts';
import { languageParts } from '../languages/parts.generated.ts';
import { type FileLanguage, fileLanguage } from '../languages/registry.ts';
import { Shaper } from '../languages/term.ts';
import { IndexedFile } from './matching/indexed-file.ts';
import { StepLimit, Steps } from './matching/steps.ts';
import { isIncluded } from './paths.ts';
import { WrittenWords } from './reading/words.ts';
import type { CompiledRule, Search, Target } from './rule.ts';
import { Evaluation } from './search/evaluate.ts';
import { FileView } from './search/file-view.ts';
import type { Found } from './search/found.ts';
import { marksOf, type RuleMark } from './taint/rule-marks.ts';

/** What one rule came to in one file. */
export interface RuleResult {
  readonly rule: CompiledRule;
  readonly found: readonly Found[];
  /** Of a rule about data: the places that matter for it. */
  readonly marks: readonly RuleMark[];
  /** It was stopped at its limit of steps: nothing that it found there holds. */
  readonly stopped: boolean;
}

/** Steps that a rule may take in a file: some, and more in a longer one. */
const stepsFor = (text: string): number => 200_000 + 40 * text.length;
/** Steps that all rules together may take in a file. Rules of an organization are the first to take theirs. */
const stepsOfAll = (text: string): number => 10_000_000 + 20 * text.length;

/** A file, prepared for as many rules as look at it. Its tree is made when the first one needs it. */
export class SearchedFile {
  readonly path: string;
  readonly text: string;
  readonly language: FileLanguage | undefined;
  readonly #parsing: Parsing;
  readonly #words: WrittenWords;
  readonly #views = new Map<Target, FileView | undefined>();
  #left: number;

  constructor(path: string, text: string, parsing: Parsing) {
    this.path = path;
    this.text = text;
    this.#left = stepsOfAll(text);
    this.#words = new WrittenWords(text);
    this.#parsing = parsing;
    this.language = fileLanguage(path, text);
  }

  /** The searches of a rule that are about this file. */
  searchesOf(rule: CompiledRule): readonly (readonly [Target, Search])[] {
    const { include, exclude, languages, searches, words } = rule;
    const found: (readonly [Target, Search])[] = [];
    const family = this.language?.family;
    for (const target of ['text', family] as const) {
      const search = target && searches[target];
      if (!search || (target !== 'text' && languages && !this.#isOneOf(languages))) continue;
      if (!this.#words.hold(words[target] ?? []) || !isIncluded(this.path, include, exclude)) continue;
      found.push([target, search]);
    }
    return found;
  }

  /** A rule of TypeScript's is not about JavaScript. */
  #isOneOf(languages: readonly string[]): boolean {
    if (this.language?.id !== 'javascript' && this.language?.id !== 'typescript') return true;
    const names = languages.map((name) => name.toLowerCase());
    return this.language.id === 'javascript'
      ? names.some((name) => name === 'js' || name === 'javascript')
      : names.some((name) => name !== 'vue');
  }

  view(target: Target): FileView | undefined {
    if (!this.#views.has(target)) this.#views.set(target, this.#viewOf(target));
    return this.#views.get(target);
  }

  #viewOf(target: Target): FileView | undefined {
    if (target === 'text') return new FileView(this.text, 'text', undefined, this.#words);
    const { terms } = languageParts[target];
    const tree = terms && this.#parsing.tree(this.path, this.text);
    if (!tree) return undefined;
    const [root] = new Shaper(this.text, terms).each(tree.root, '');
    return root && new FileView(this.text, target, new IndexedFile(root, this.text, target), this.#words);
  }

  /** Runs the search of a rule. */
  run(rule: CompiledRule, onWork: () => void): RuleResult {
    const steps = new Steps(Math.min(stepsFor(this.text), this.#left), onWork);
    const found: Found[] = [];
    const marks: RuleMark[] = [];
    try {
      for (const [target, search] of this.searchesOf(rule)) {
        const view = this.view(target);
        if (!view) continue;
        const evaluation = new Evaluation(view, steps, rule.options);
        // There may be more than a call takes as arguments.
        if (search.mode === 'search') for (const one of evaluation.find(search.formula)) found.push(one);
        else for (const one of marksOf(rule, search, evaluation)) marks.push(one);
      }
    } catch (error) {
      if (!(error instanceof StepLimit)) throw error;
      return { rule, found: [], marks: [], stopped: true };
    } finally {
      this.#left -= steps.taken;
    }
    return { rule, found: distinct(found), marks, stopped: false };
  }
}

/** One result for each place, in the order of the file. */
function distinct(found: readonly Found[]): readonly Found[] {
  const byPlace = new Map(found.toReversed().map((one) => [`${one.at} ${one.end}`, one] as const));
  return [...byPlace.values()].toSorted((a, b) => a.at - b.at || a.end - b.end);
}
