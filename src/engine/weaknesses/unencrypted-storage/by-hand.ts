import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  other: ({ line }) =>
    /\bfalse\b/.test(line) ? line.replace(/\bfalse\b/, 'true') : `${line}  # with encryption at rest`,
};
