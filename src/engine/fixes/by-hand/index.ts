import type { Range } from '../../finding.ts';
import { examples } from '../../weaknesses/by-hand.generated.ts';
import { knownWeakness } from '../../weaknesses/index.ts';
import type { FixLanguage } from '../source.ts';
import { codeOf } from './code.ts';

/** How a person fixes an issue: what to do, and the code before and after it in its own names. */
export interface ByHand {
  /** A sentence or two of Markdown. */
  readonly text: string;
  readonly before?: string;
  readonly after?: string;
}

interface Found {
  readonly vulnClass: string;
  readonly language: string;
  readonly snippet: string;
  readonly range: Range;
}

/** What a person does about an issue of a weakness; empty for a class of a custom rule. */
export const adviceFor = (vulnClass: string): string => knownWeakness(vulnClass)?.advice ?? '';

/** How to fix what was found by hand; undefined for a class of a custom rule. */
export function byHand({ vulnClass, language, snippet, range }: Found): ByHand | undefined {
  const text = knownWeakness(vulnClass)?.advice;
  if (text === undefined) return undefined;
  const known = examples.get(vulnClass);
  const example = known?.[guideLanguage(language)] ?? known?.other;
  if (!example || snippet.trim() === '') return { text };
  const code = codeOf({ snippet, range });
  const own = example(code);
  // What is computed is not always seen in the code: then all of it is.
  const after = own === code.text ? example({ ...code, value: code.text, part: code.text }) : own;
  return { text, before: code.text, after };
}

function guideLanguage(language: string): FixLanguage | 'other' {
  if (language === 'java' || language === 'python') return language;
  return /^(?:javascript|typescript|jsx|tsx|vue|svelte|html)/.test(language) ? 'javascript' : 'other';
}
