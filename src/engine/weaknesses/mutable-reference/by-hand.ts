import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  other: ({ line }) =>
    /uses:/.test(line)
      ? line.replace(/@[\w./-]+/, '@<commit> # <version>')
      : /:latest\b/.test(line)
        ? line.replace(/:latest\b/, ':<version>@sha256:<digest>')
        : line.replace(/((?:FROM\s+|image:\s*["']?)[\w./-]+)/i, '$1:<version>@sha256:<digest>'),
};
