import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  other: ({ line }) =>
    line
      .replace(/public-read(?:-write)?|PublicRead(?:Write)?|authenticated-read/g, 'private')
      .replace(/\b(?:allUsers|allAuthenticatedUsers)\b/, 'user:reader@example.com')
      .replace(/"\*"/, '"arn:aws:iam::123456789012:role/reader"')
      .replace(/\b(?:container|blob)\b(?="?$)/, 'private')
      .replace(/\bfalse\b/, '$true')
      .replace(/\b(?<!\$)true\b/, 'false')
      .replace('$true', 'true'),
};
