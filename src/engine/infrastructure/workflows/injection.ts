import { type Member, valueAt } from '../../files/structured/value.ts';
import type { FlowSource } from '../../finding.ts';
import type { Hit, Rule } from '../rule.ts';
import { memberOf, writtenText } from '../values.ts';
import { type Expression, expressionsIn, valuesOf } from './expression.ts';
import { injection, inputInjection, limitedInjection, variableFile } from './rules.ts';
import { movedToVariable } from './script-edits.ts';
import { isLong, type Tainted, Untrusted } from './untrusted.ts';
import { isPrivileged, type Step, shownStep } from './workflow.ts';

/** Inputs of actions that are run as a script. */
const scriptInputs: ReadonlyMap<string, readonly [input: string, language: 'shell' | 'javascript']> = new Map(
  [
    ['actions/github-script', ['script', 'javascript']],
    ['azure/cli', ['inlinescript', 'shell']],
    ['azure/powershell', ['inlinescript', 'shell']],
    ['appleboy/ssh-action', ['script', 'shell']],
    ['nick-fields/retry', ['command', 'shell']],
    ['nick-invision/retry', ['command', 'shell']],
  ],
);

interface Script {
  readonly member: Member;
  readonly language: 'shell' | 'javascript';
  readonly what: string;
}

const source = (path: string): FlowSource => ({
  threatModel: 'remote',
  api: undefined,
  what: `\`${path}\``,
});

/** Returns the places of a step where text of strangers becomes a part of a script. */
export function injections(step: Step, text: string): readonly Hit[] {
  const untrusted = new Untrusted(text);
  return scriptsOf(step).flatMap((script) => {
    const { value } = script.member;
    const found = expressionsIn(text, value.start, value.end).flatMap((expression) =>
      injected(step, script, expression, untrusted, text),
    );
    return [...found, ...(step.run === script.member ? variableFiles(step, script.member, untrusted) : [])];
  });
}

function scriptsOf(step: Step): readonly Script[] {
  const scripts: Script[] = [];
  if (step.run) scripts.push({ member: step.run, language: 'shell', what: 'the shell' });
  const known = scriptInputs.get(step.uses ?? '');
  const inputs = valueAt(step.table, 'with');
  if (known && inputs?.kind === 'table')
    for (const [key, member] of inputs.members)
      if (key.toLowerCase() === known[0])
        scripts.push({ member, language: known[1], what: step.uses ?? 'the action' });
  return scripts;
}

function injected(
  step: Step,
  { member, language, what }: Script,
  expression: Expression,
  untrusted: Untrusted,
  text: string,
): readonly Hit[] {
  const { at, end } = expression;
  const { job } = step;
  const tainted = untrusted.of(expression.text, { start: at, end }, job, step);
  const input = job.workflow.isAction
    ? valuesOf(expression.text).find((path) => path.startsWith('inputs.'))
    : undefined;
  if (!tainted && input === undefined) return [];
  const shown = `\`${text.slice(at, end).slice(0, 120)}\``;
  const fix = movedToVariable(text, step, expression, member.value.start, language);
  const common = { at, end, subject: `${job.id} ${step.index}`, ...(fix && { fix }) };
  if (!tainted)
    return [
      {
        ...{ ...common, rule: inputInjection },
        message: `${shown} is pasted into the script of ${shownStep(step)}, so a workflow that hands over text of strangers runs their commands.`,
      },
    ];
  const { rule, who } = ruleOf(step);
  return [
    {
      ...{ ...common, rule },
      message: `${shown} is pasted into the script of ${shownStep(step)} before ${what} reads it, so ${who}.`,
      flow: flowOf(tainted, { at, end }, `It is pasted into the script that ${what} runs.`),
      source: source(tainted.path),
    },
  ];
}

function ruleOf({ job }: Step): { readonly rule: Rule; readonly who: string } {
  if (isPrivileged(job.workflow))
    return {
      rule: injection,
      who: 'anybody can run commands with the token and the secrets of this workflow',
    };
  if (job.workflow.isAction)
    return {
      rule: limitedInjection,
      who: 'commands in it run with the rights of the workflow that uses the action',
    };
  return {
    rule: limitedInjection,
    who: 'whoever opens the pull request, or pushes, runs commands in this job',
  };
}

const flowOf = ({ steps }: Tainted, sink: { readonly at: number; readonly end: number }, message: string) => [
  ...steps,
  { ...sink, role: 'sink' as const, message },
];

/** `echo "X=$BODY" >> $GITHUB_ENV`: further lines of the text set further variables. */
function variableFiles(step: Step, run: Member, untrusted: Untrusted): readonly Hit[] {
  const script = writtenText(run.value) ?? '';
  if (!/GITHUB_(?:ENV|PATH)\b/.test(script) || !isPrivileged(step.job.workflow)) return [];
  const variables = valueAt(step.table, 'env');
  if (variables?.kind !== 'table') return [];
  const lines = script.split('\n').filter((line) => />>\s*"?\$\{?GITHUB_(?:ENV|PATH)\b/.test(line));
  return [...variables.members].flatMap(([name, member]): Hit[] => {
    const isUsed = lines.some((line) => line.includes(`$${name}`) || line.includes(`\${${name}}`));
    const tainted = isUsed ? untrusted.inValue(member.value, step.job, step) : undefined;
    if (!tainted || !isLong(tainted.path)) return [];
    const place = { at: run.key.start, end: run.key.end };
    return [
      {
        ...{ ...place, rule: variableFile, subject: `${step.job.id} ${step.index} ${name}` },
        message: `Line breaks in \`$${name}\` set any variable for the steps that follow ${shownStep(step)}, such as one that loads code.`,
        flow: flowOf(tainted, place, 'It is written to the variables of the job.'),
        source: source(tainted.path),
      },
    ];
  });
}

/** The condition of a step or job, as it is written. */
export const conditionOf = (step: Pick<Step, 'table'>): string =>
  writtenText(memberOf(step.table, 'if')?.value) ?? '';
