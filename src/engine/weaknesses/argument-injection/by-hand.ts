import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ value }) => `if (${value}.startsWith('-')) throw new Error('An option is no value.');`,
  python: ({ value }) => `if ${value}.startswith("-"):\n    raise ValueError("An option is no value.")`,
  java: ({ value }) =>
    `if (${value}.startsWith("-")) throw new IllegalArgumentException("An option is no value.");`,
};
