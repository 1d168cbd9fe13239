import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  other: ({ line }) =>
    /^location\b/.test(line)
      ? `${line.split('{')[0]?.trim()}/ {`
      : /\boff\b/.test(line)
        ? line.replace(/\boff\b/, 'on')
        : 'root /srv/www;',
};
