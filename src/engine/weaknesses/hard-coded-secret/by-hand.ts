import type { Code } from '../../fixes/by-hand/code.ts';
import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: (code) => withVariable(code, (name) => `process.env.${name}`),
  python: (code) => withVariable(code, (name) => `os.environ["${name}"]`),
  java: (code) => withVariable(code, (name) => `System.getenv("${name}")`),
  other: (code) => withVariable(code, (name) => `\${${name}}`),
};

/** The line with a variable in place of its longest text, which the name before it names. */
function withVariable({ line }: Code, read: (name: string) => string): string {
  const texts = [...line.matchAll(/(["'`])(?:\\.|(?!\1)[^\\])*\1/g)];
  const [longest] = texts.toSorted((a, b) => b[0].length - a[0].length);
  if (!longest) {
    const [, key = 'secret', value = ''] = /^\W*(\w[\w.-]*)["']?\s*[:=]\s*(\S+)/.exec(line) ?? [];
    return value === '' ? `secret = ${read('APP_SECRET')}` : line.replace(value, () => read(variable(key)));
  }
  const names = line.slice(0, longest.index).match(/[A-Za-z_$][\w$-]*/g) ?? [];
  const near =
    names.findLast((name) => !/^(?:const|let|var|final|static|String|new)$/.test(name)) ?? 'secret';
  return line.replace(longest[0], () => read(variable(near)));
}

const variable = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/[^\w]+/g, '_')
    .toUpperCase();
