import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ target, value }) =>
    `const allowed = ['reader', 'editor'];\nif (!allowed.includes(${value})) throw new Error('Not allowed.');\n${target} = ${value};`,
  python: ({ target, value }) =>
    `if ${value} not in {"reader", "editor"}:\n    raise ValueError("Not allowed.")\n${target} = ${value}`,
  java: ({ text, value }) =>
    `if (!Set.of("reader", "editor").contains(${value})) {\n    throw new IllegalArgumentException("Not allowed.");\n}\n${text};`,
};
