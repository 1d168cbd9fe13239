import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  other: ({ line }) =>
    /^proxy_pass\b/.test(line)
      ? line.replace(/(https?:\/\/)?\$[\w{}]+/, 'http://upstream')
      : line.replace(/\$(?:\{(?:document_)?uri\}|(?:document_)?uri)/g, '$$request_uri'),
};
