import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ part }) =>
    `xpath.parse('//user[@name=$name]').select({ node, variables: { name: String(${part}) } })`,
  python: ({ callee, part }) => `${callee}("//user[@name=$name]", name=${part})`,
  java: ({ callee, receiver, part }) =>
    `${receiver}.setXPathVariableResolver(variable -> ${part});\n${callee}("//user[@name=$name]");`,
};
