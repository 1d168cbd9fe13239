import type { Examples } from '../../fixes/by-hand/guide.ts';
import { statementOf } from '../../fixes/by-hand/statement.ts';

export const examples: Examples = {
  javascript: ({ callee, name, args, value, others }) =>
    /^(?:spawn|execFile|fork)/.test(name) && value === args[0]
      ? `const programs = { list: 'ls', show: 'cat' };\n${callee}(programs[${value}]${others})`
      : `execFile(${execWords(value, 'javascript')})`,
  python: ({ value }) => `subprocess.run([${execWords(value, 'python')}], check=True)`,
  java: ({ value }) => `new ProcessBuilder(${execWords(value, 'java')}).start()`,
};

/** A command line as the words of its arguments. */
function words(value: string): string {
  const made = statementOf(value, (i) => `\u0000${i}\u0000`);
  if (!made) return '';
  return made.text
    .trim()
    .split(/\s+/)
    .map((word) => {
      const only = /^\0(\d+)\0$/.exec(word.replaceAll(/['"]/g, ''));
      return only ? (made.values[Number(only[1])] ?? 'value') : `'${word.replaceAll(/\0(\d+)\0|['"]/g, '')}'`;
    })
    .join(', ');
}

function execWords(value: string, language: 'javascript' | 'python' | 'java'): string {
  const parts = words(value);
  if (parts === '')
    return language === 'javascript'
      ? `'program', [${value}]`
      : language === 'python'
        ? `"program", ${value}`
        : `"program", ${value}`;
  if (language !== 'javascript') return parts.replaceAll("'", '"');
  const [program = "'program'", ...rest] = parts.split(', ');
  return `${program}, [${rest.join(', ')}]`;
}
