import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  other: ({ line }) =>
    line
      .replace(/0\.0\.0\.0\/0/g, '203.0.113.0/24')
      .replace(/(?<=["'\s])(?:0\.0\.0\.0:)?(?=\d+:\d+)/, '127.0.0.1:')
      .replace(/\btrue\b/, 'false'),
};
