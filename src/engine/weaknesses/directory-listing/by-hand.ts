import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  other: ({ line }) => line.replace(/\bon\b/, 'off'),
};
