import { type LocatedTable, valueAt } from '../../files/structured/value.ts';
import type { Edit } from '../../fixes/edits.ts';
import type { SafeEdit } from '../rule.ts';
import { eachOf, tableOf, writtenText } from '../values.ts';
import { addedMember } from '../yaml-edits.ts';
import { type Expression, valuesOf } from './expression.ts';
import type { Step } from './workflow.ts';

/** Characters before an expression that are looked through for quotation marks: each finding does so. */
const longestScript = 10_000;

/** Moves an expression of a script into a variable of the step; undefined where its quotation does not allow that plainly. */
export function movedToVariable(
  text: string,
  step: Step,
  expression: Expression,
  scriptAt: number,
  language: 'shell' | 'javascript',
): SafeEdit | undefined {
  if (expression.at - scriptAt > longestScript) return undefined;
  const variables = tableOf(valueAt(step.table, 'env'));
  const written = text.slice(expression.at, expression.end);
  const known = [...(variables?.members ?? [])].find(([, { value }]) => writtenText(value) === written)?.[0];
  const name = known ?? freeName(variables, expression.text);
  const before = text.slice(scriptAt, expression.at);
  const used =
    language === 'javascript'
      ? inJavaScript(text, expression, name)
      : isPosixShell(step) && !before.includes('<<')
        ? inShell(before, expression, name)
        : undefined;
  if (!used) return undefined;
  const added = known === undefined ? declaration(text, step.table, variables, `${name}: ${written}`) : [];
  return (
    added && {
      title: `Read it from the variable ${name}`,
      explanation: 'The shell gets the text as a value of a variable, and no longer as a part of the script.',
      edits: [...added, used],
    }
  );
}

function declaration(
  text: string,
  step: LocatedTable,
  variables: LocatedTable | undefined,
  line: string,
): readonly Edit[] | undefined {
  const edit = variables
    ? addedMember(text, variables, [line])
    : step.members.has('env')
      ? undefined
      : addedMember(text, step, ['env:', `  ${line}`]);
  return edit && [edit];
}

function freeName(variables: LocatedTable | undefined, expression: string): string {
  const path = valuesOf(expression)[0] ?? 'value';
  const words = path
    .split('.')
    .filter((word) => !/^(?:github|event|\*|outputs|steps|needs|inputs|env)$/.test(word));
  const base =
    words
      .slice(-2)
      .join('_')
      .replaceAll(/\W+/g, '_')
      .toUpperCase()
      .replace(/^(?=\d)/, '_') || 'VALUE';
  let name = base;
  for (let i = 2; variables?.members.has(name); i++) name = `${base}_${i}`;
  return name;
}

/** Scripts run in bash unless the step, or a runner of Windows, says otherwise. */
function isPosixShell({ table, job }: Step): boolean {
  const shell = writtenText(valueAt(table, 'shell') ?? valueAt(job.table, 'defaults', 'run', 'shell'));
  if (shell !== undefined) return /^(?:bash|sh)\b/.test(shell);
  const runners = eachOf(valueAt(job.table, 'runs-on')).map((item) => writtenText(item));
  return (
    runners.length > 0 &&
    runners.every((runner) => runner !== undefined && /^(?:ubuntu|macos|linux)/i.test(runner))
  );
}

/** In double quotes the variable stands alone, elsewhere it gets them; in single quotes it would not be read. */
function inShell(before: string, { at, end }: Expression, name: string): Edit | undefined {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const ch = line.charAt(i);
    if (ch === '\\' && quote !== "'") i += 1;
    else if (quote === '' && (ch === '"' || ch === "'")) quote = ch;
    else if (ch === quote) quote = '';
  }
  if (quote === "'") return undefined;
  return { at, end, text: quote === '"' ? `\${${name}}` : `"\${${name}}"` };
}

function inJavaScript(text: string, { at, end }: Expression, name: string): Edit | undefined {
  const quote = text.charAt(at - 1);
  if (/["'`]/.test(quote) && text.charAt(end) === quote)
    return { at: at - 1, end: end + 1, text: `process.env.${name}` };
  const line = text.slice(text.lastIndexOf('\n', at) + 1, at);
  const ticks = line.split('`').length - 1;
  return ticks % 2 === 1 ? { at, end, text: `\${process.env.${name}}` } : undefined;
}
