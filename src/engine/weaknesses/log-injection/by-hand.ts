import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ callee, value }) => `${callee}(String(${value}).replaceAll(/[\\r\\n]/g, ' '))`,
  python: ({ callee, value }) => `${callee}("%r", ${value})`,
  java: ({ callee, value }) => `${callee}(String.valueOf(${value}).replaceAll("[\\r\\n]", " "))`,
};
