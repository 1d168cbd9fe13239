import type { Code } from './code.ts';

export type GuideLanguage = 'javascript' | 'python' | 'java';

/** How an issue of a class is fixed by a person: what to do, and an example for each language that has such issues. */
export interface Guide {
  /** One or two sentences of Markdown, each under 25 words. */
  readonly say: string;
  readonly examples: Readonly<Partial<Record<GuideLanguage | 'other', (code: Code) => string>>>;
}
