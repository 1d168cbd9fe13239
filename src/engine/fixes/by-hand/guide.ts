import type { Code } from './code.ts';

export type GuideLanguage = 'javascript' | 'python' | 'java';

/** How an issue is fixed by hand, in each language that has such issues. */
export type Examples = Readonly<Partial<Record<GuideLanguage | 'other', (code: Code) => string>>>;
