import { valueAt } from '../../files/structured/value.ts';
import { nameOf, type ShellCommand, shellCommands } from '../docker/shell.ts';
import type { Hit } from '../rule.ts';
import { tableOf, writtenText } from '../values.ts';
import { printedSecret } from './rules.ts';
import type { Step } from './workflow.ts';

/**
 * Returns where a script prints a variable that is made of a secret. The log masks secrets as they are written: a part of
 * one, or another spelling, it shows.
 * @param script with blanks for expressions, so that offsets stay
 */
export function printedVariables(
  { job, table, index }: Step,
  script: string,
  offset: number,
): readonly Hit[] {
  const secret = secretNames([job.workflow.root, job.table, table].map((holder) => valueAt(holder, 'env')));
  if (secret.size === 0) return [];
  const made = namesMadeOf(script, secret);
  if (made.size === 0) return [];
  const commands = shellCommands(script, offset);
  return commands.flatMap((command, at): Hit[] => {
    if (!/^(?:echo|printf)$/.test(nameOf(command)) || !isShown(command, commands[at + 1], script, offset))
      return [];
    const name = command.words.flatMap(({ text }) => variablesIn(text)).find((each) => made.has(each));
    if (name === undefined) return [];
    return [
      {
        ...{ rule: printedSecret, at: command.at, end: command.end, subject: `${job.id} ${index} ${name}` },
        message: `\`$${name}\` is made of a secret and printed. The log masks a secret only as it is written, not what is made of it.`,
      },
    ];
  });
}

function secretNames(environments: readonly ReturnType<typeof valueAt>[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const environment of environments)
    for (const [name, { value }] of tableOf(environment)?.members ?? [])
      if (/\$\{\{\s*secrets\.(?!GITHUB_TOKEN\b)/i.test(writtenText(value) ?? '')) names.add(name);
  return names;
}

/** Variables that a command's output is put into that was given a secret: `KEY=$(echo "$ACCOUNT" | jq -r .key)`. */
function namesMadeOf(script: string, secret: ReadonlySet<string>): ReadonlySet<string> {
  const made = new Set<string>();
  for (const line of script.split('\n')) {
    const [, name = '', value = ''] =
      /^\s*(?:export\s+|local\s+)?([A-Za-z_]\w*)=["']?(\$\([^\n]{1,2000}|`[^\n]{1,2000})/.exec(line) ?? [];
    // A digest or a length gives nothing away.
    if (/\b(?:sha\d*sum|shasum|md5sum|wc)\b/.test(value)) continue;
    if (variablesIn(value).some((each) => secret.has(each) || made.has(each))) made.add(name);
  }
  made.delete('');
  return made;
}

const variablesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name = '']) => name);

/** Whether the output goes to the log: nothing takes it, and it is no command of the runner, which masks. */
function isShown(
  command: ShellCommand,
  next: ShellCommand | undefined,
  script: string,
  offset: number,
): boolean {
  if (next?.joined === '|') return false;
  if (command.words.some(({ text }) => text.startsWith('::'))) return false;
  if (command.words.some(({ text }) => /^\d?>/.test(text))) return false;
  // Within `$( … )` it is the value of something.
  const before = script.slice(Math.max(0, command.at - offset - 3), command.at - offset);
  return !/\(\s*$|`\s*$/.test(before);
}
