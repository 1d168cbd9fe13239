import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ text, value }) =>
    `if (String(${value}).length > 200) throw new Error('Too long.');\n${text}`,
  python: ({ text, value }) => `if len(${value}) > 200:\n    raise ValueError("Too long.")\n${text}`,
  java: ({ text, value }) =>
    `if (${value}.length() > 200) {\n    throw new IllegalArgumentException("Too long.");\n}\n${text};`,
};
