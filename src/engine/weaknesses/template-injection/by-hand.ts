import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ callee, value }) => `${callee}('Hello <%= text %>', { text: ${value} })`,
  python: ({ value }) => `render_template("page.html", text=${value})`,
  java: ({ value }) =>
    `Template template = configuration.getTemplate("page.ftl");\ntemplate.process(Map.of("text", ${value}), out);`,
};
