import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ text, part }) => text.replace(part, () => `String(${part}).replaceAll(/[\\r\\n]/g, '')`),
  python: ({ text, part }) => text.replace(part, () => `str(${part}).replace("\\r", "").replace("\\n", "")`),
  java: ({ text, part }) => text.replace(part, () => `String.valueOf(${part}).replaceAll("[\\r\\n]", "")`),
};
