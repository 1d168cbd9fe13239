import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  other: ({ line }) =>
    /optional/.test(line)
      ? line.replace('optional', 'required')
      : `${line}\n  metadata_options {\n    http_tokens = "required"\n  }`,
};
