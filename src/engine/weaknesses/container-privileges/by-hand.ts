import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  other: ({ line }) =>
    /\btrue\b/.test(line) ? line.replace(/\btrue\b/, 'false') : `# remove: ${line.replace(/^- /, '')}`,
};
