import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  other: ({ line }) =>
    /^ADD\b/i.test(line)
      ? line.replace(/^ADD\b(?:\s+--\S+)*/i, 'ADD --checksum=sha256:<digest>')
      : line.replace(/\|.*$/, '-o download && echo "<digest>  download" | sha256sum -c && sh download') +
        (line.includes('|') ? '' : '  # with a checked signature'),
};
