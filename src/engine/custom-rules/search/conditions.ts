import { isSuperLinear } from '../../rules/redos.ts';
import { boundTo, type Env, unite } from '../matching/bindings.ts';
import { isOfType } from '../matching/types.ts';
import type { Condition } from '../rule.ts';
import { holds } from './comparison.ts';
import type { Evaluation } from './evaluate.ts';
import { beginsWith } from './expressions.ts';

/** Whether what metavariables hold is as a condition says. @throws StepLimit */
export function satisfies(condition: Condition, env: Env, evaluation: Evaluation): boolean {
  evaluation.steps.spend();
  if (condition.kind === 'comparison') return holds(condition.comparison, env, condition.base);
  const bound = boundTo(env, condition.name);
  if (!bound) return false;
  // Each of these reads what is held to its end, and what is held may be within what another place holds.
  evaluation.steps.spend(Math.ceil(bound.text.length / charactersOfStep));
  switch (condition.kind) {
    case 'regex':
      return beginsWith(condition.expression, bound.text);
    case 'type': {
      const [term] = bound.terms;
      const { code } = evaluation.view;
      return (
        term !== undefined && code !== undefined && condition.types.some((type) => isOfType(term, type, code))
      );
    }
    case 'entropy':
      return entropyOf(unquoted(bound.text)) > minimumEntropy;
    case 'redos':
      return bound.text.length <= maximumExpression && isSuperLinear(unquoted(bound.text), '').superLinear;
    case 'pattern': {
      if (condition.target === 'text' && evaluation.view.target !== 'text') {
        const text = bound.terms[0]?.kind === 'string' ? bound.terms[0].text : bound.text;
        return evaluation.ofText(text).find(condition.formula, { at: 0, end: text.length }).length > 0;
      }
      return evaluation.find(condition.formula, bound).some((found) => unite(found.env, env) !== undefined);
    }
  }
}

const charactersOfStep = 16;

const unquoted = (text: string): string => /^(["'`])(.*)\1$/s.exec(text)?.[2] ?? text;

/** Characters of an expression whose cost is worked out. */
const maximumExpression = 10_000;

/** Bits a character, past which a text looks made up by chance. */
const minimumEntropy = 3;

/** Shannon's entropy of a text's characters, in bits. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
