import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ callee, part }) =>
    `const filter = new EqualityFilter({ attribute: 'uid', value: String(${part}) });\n${callee}(base, { filter })`,
  python: ({ text, part }) => text.replace(part, () => `escape_filter_chars(${part})`),
  java: ({ text, part }) => text.replace(part, () => `LdapEncoder.filterEncode(${part})`),
};
