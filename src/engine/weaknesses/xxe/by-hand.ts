import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ callee, value }) => `${callee}(${value}, { noent: false, nonet: true })`,
  python: ({ callee, value }) =>
    `parser = etree.XMLParser(resolve_entities=False, no_network=True)\n${callee}(${value}, parser)`,
  java: ({ text }) =>
    `factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);\n${text};`,
};
