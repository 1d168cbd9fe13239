import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  other: ({ line }) =>
    /^ssl_protocols\b/.test(line)
      ? 'ssl_protocols TLSv1.2 TLSv1.3;'
      : line
          .replace(/"HTTP"/, '"HTTPS"')
          .replace(/\bHTTP\b/, 'HTTPS')
          .replace(/allow-all/, 'redirect-to-https')
          .replace(/\bTLS_?v?1[._][01]\w*/i, 'TLS1_2')
          .replace(/\bfalse\b/, '$true')
          .replace(/\b(?<!\$)true\b/, 'false')
          .replace('$true', 'true'),
};
