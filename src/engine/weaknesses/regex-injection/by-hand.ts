import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ text, part }) => text.replace(part, () => `RegExp.escape(String(${part}))`),
  python: ({ text, part }) => text.replace(part, () => `re.escape(${part})`),
  java: ({ text, part }) => text.replace(part, () => `Pattern.quote(${part})`),
};
