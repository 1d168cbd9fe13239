import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ callee, value, others }) =>
    `const resolved = path.resolve(folder, String(${value}));\nif (!resolved.startsWith(folder + path.sep)) throw new Error('Not in the folder.');\n${callee}(resolved${others})`,
  python: ({ callee, value, others }) =>
    `resolved = (FOLDER / ${value}).resolve()\nif not resolved.is_relative_to(FOLDER):\n    raise ValueError("Not in the folder.")\n${callee}(resolved${others})`,
  java: ({ value }) =>
    `Path resolved = folder.resolve(${value}).normalize();\nif (!resolved.startsWith(folder)) {\n    throw new IllegalArgumentException("Not in the folder.");\n}`,
};
