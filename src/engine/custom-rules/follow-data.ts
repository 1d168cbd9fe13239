import type { AnalyzerOptions, SourceFile } from '../analysis.ts';
import { createAnalyzer } from '../analyzer.ts';
import type { Finding } from '../finding.ts';
import type { CompiledRule } from './rule.ts';
import type { RuleMark } from './taint/rule-marks.ts';

/** Characters of code that data is followed through while somebody waits. */
const maximumCharacters = 20_000_000;

/** Gathers what rules about data need: they are followed once every file was seen. */
export class FollowedFiles {
  readonly #rules: readonly CompiledRule[];
  readonly #sources: SourceFile[] = [];
  readonly #marked = { source: new Set<string>(), sink: new Set<string>() };
  #characters = 0;
  #isWhole = true;

  constructor(rules: readonly CompiledRule[]) {
    this.#rules = rules;
  }

  /** Takes a file, with the places in it that matter for the rules. */
  add(source: SourceFile, marks: readonly RuleMark[]): void {
    if (this.#characters + source.text.length > maximumCharacters) {
      this.#isWhole = false;
      return;
    }
    this.#characters += source.text.length;
    this.#sources.push(source);
    for (const { kind, rule } of marks)
      if (kind === 'source' || kind === 'sink') this.#marked[kind].add(rule);
  }

  /**
   * Follows data from sources to sinks, as a scan does.
   * @returns findings, and whether every file was taken; undefined where the signal ended it
   */
  async follow(
    options: AnalyzerOptions,
    signal: AbortSignal,
  ): Promise<{ readonly findings: readonly Finding[]; readonly isWhole: boolean } | undefined> {
    const { source, sink } = this.#marked;
    const rules = this.#rules.filter(({ id }) => source.has(id) && sink.has(id));
    const findings: Finding[] = [];
    if (rules.length === 0) return { findings, isWhole: this.#isWhole };
    const analyzer = await createAnalyzer(options);
    const files = this.#sources;
    try {
      await analyzer.analyse(
        { files, fileCount: files.length, rules: { digest: '', rules }, rulesAlone: true },
        (event) => {
          if (event.type === 'finding' && event.finding.ruleId.startsWith('custom/'))
            findings.push(event.finding);
        },
        signal,
      );
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
    return { findings, isWhole: this.#isWhole };
  }
}
