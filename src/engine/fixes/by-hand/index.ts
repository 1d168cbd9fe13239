import type { Range } from '../../finding.ts';
import { codeOf } from './code.ts';
import type { Guide, GuideLanguage } from './guide.ts';
import { injectionGuides } from './injection.ts';
import { inputGuides } from './input.ts';
import { settingGuides } from './settings.ts';

/** How a person fixes an issue: what to do, and the code before and after it in its own names. */
export interface ByHand {
  /** A sentence or two of Markdown. */
  readonly text: string;
  readonly before?: string;
  readonly after?: string;
}

/** One for every class of vulnerability. */
export const guides: Readonly<Record<string, Guide>> = {
  ...injectionGuides,
  ...inputGuides,
  ...settingGuides,
};

interface Found {
  readonly vulnClass: string;
  readonly language: string;
  readonly snippet: string;
  readonly range: Range;
}

/** What a person does about an issue of a class; empty for a class of a custom rule. */
export const adviceFor = (vulnClass: string): string => guides[vulnClass]?.say ?? '';

/** How to fix what was found by hand; undefined for a class of a custom rule. */
export function byHand({ vulnClass, language, snippet, range }: Found): ByHand | undefined {
  const guide = guides[vulnClass];
  if (!guide) return undefined;
  const example = guide.examples[guideLanguage(language)] ?? guide.examples.other;
  if (!example || snippet.trim() === '') return { text: guide.say };
  const code = codeOf({ snippet, range });
  const own = example(code);
  // What is computed is not always seen in the code: then all of it is.
  const after = own === code.text ? example({ ...code, value: code.text, part: code.text }) : own;
  return { text: guide.say, before: code.text, after };
}

function guideLanguage(language: string): GuideLanguage | 'other' {
  if (language === 'java' || language === 'python') return language;
  return /^(?:javascript|typescript|jsx|tsx|vue|svelte|html)/.test(language) ? 'javascript' : 'other';
}
