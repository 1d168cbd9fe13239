import type { FixLanguage } from '../source.ts';
import type { Code } from './code.ts';

/** How an issue is fixed by hand, in each language that has such issues. */
export type Examples = Readonly<Partial<Record<FixLanguage | 'other', (code: Code) => string>>>;
