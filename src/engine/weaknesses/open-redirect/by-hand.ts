import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ text, value }) =>
    `const next = String(${value});\nconst target = /^\\/(?![/\\\\])/.test(next) ? next : '/';\n${text.replace(value, 'target')}`,
  python: ({ text, value }) =>
    `target = ${value}\nif not re.match(r"/(?![/\\\\])", target):\n    target = "/"\n${text.replace(value, 'target')}`,
  java: ({ text, value }) =>
    `String target = ${value}.matches("/(?![/\\\\\\\\]).*") ? ${value} : "/";\n${text.replace(value, 'target')};`,
};
