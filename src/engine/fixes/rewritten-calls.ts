import { type Call, callAt } from './calls.ts';
import type { Edit } from './edits.ts';
import type { Fix, Situation, Strategy } from './fix.ts';
import { resolved } from './scope.ts';
import type { Source } from './source.ts';
import { replaced } from './statements.ts';

export type Rewriting = (source: Source, call: Call, situation: Situation) => Edit[] | undefined;

interface CallRule extends Omit<Fix, 'edits' | 'strategy'> {
  readonly language: Source['language'];
  readonly rewrite: Rewriting;
}

/** The strategy that writes calls as they should be that are wrong by their form: the first rule that applies. */
export const rewrittenCalls = (rules: readonly CallRule[]): Strategy => ({
  languages: ['javascript', 'python', 'java'],
  fix: (situation) => {
    const { source, finding } = situation;
    const call = callAt(source, source.offsetsOf(finding.range));
    if (!call) return undefined;
    for (const { language, title, explanation, needs, rewrite } of rules) {
      if (language !== source.language) continue;
      const edits = rewrite(source, call, situation);
      if (edits)
        return { strategy: `${finding.vulnClass}/call`, title, explanation, edits, ...(needs && { needs }) };
    }
    return undefined;
  },
});

export const renamedTo =
  (from: RegExp, to: string): Rewriting =>
  (_, call) =>
    from.test(call.name) ? [replaced(call.nameNode, to)] : undefined;

export const literalFor =
  (from: RegExp, to: (mark: string) => string): Rewriting =>
  (source, call) => {
    const found = [...call.args, ...call.keywords.values()]
      .map((arg) => resolved(source, arg))
      .find((arg) => from.test(source.textOf(arg)));
    return found && [replaced(found, to(source.textOf(found).slice(0, 1)))];
  };
