import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  other: ({ text }) => `${text.replace(/@latest|:latest/g, '')}  # with @<version> that was reviewed`,
};
