import { type LocatedValue, type Member, valueAt } from '../../files/structured/value.ts';
import { riskyCommands } from '../docker/commands.ts';
import { imageReference, isMutable } from '../docker/image.ts';
import { pipedToShell, uncheckedCertificate } from '../docker/rules.ts';
import type { Hit, Rule } from '../rule.ts';
import { isOff, memberOf, memberSpan, tableOf, writtenText } from '../values.ts';
import { expressionsIn, valuesOf } from './expression.ts';
import { injections } from './injection.ts';
import { printedVariables } from './printed-secrets.ts';
import {
  allSecrets,
  keptCredentials,
  movingAction,
  movingImage,
  pipedInWorkflow,
  printedSecret,
  uncheckedInWorkflow,
  writeAll,
} from './rules.ts';
import { trustIssues } from './trust.ts';
import { type Job, type Step, shownStep, workflowOf } from './workflow.ts';

/** Returns the issues of a workflow or a composite action of GitHub Actions. */
export function examineWorkflow(root: LocatedValue, text: string): readonly Hit[] {
  const workflow = workflowOf(root);
  if (!workflow) return [];
  return [
    ...permissionsOf(workflow.root, 'workflow'),
    ...trustIssues(workflow),
    ...workflow.jobs.flatMap((job) => [
      ...permissionsOf(job.table, job.id),
      ...actionOf(job.table),
      ...imagesOf(job),
      ...uploads(job),
      ...job.steps.flatMap((step) => stepHits(step, text)),
    ]),
  ];
}

function stepHits(step: Step, text: string): readonly Hit[] {
  const subject = `${step.job.id} ${step.index}`;
  return [
    ...injections(step, text),
    ...actionOf(step.table),
    ...imageOf(memberOf(step.table, 'uses'), subject, 'docker://'),
    ...secretsOf(step, text),
    ...commandsOf(step, text, subject),
  ];
}

function permissionsOf(table: LocatedValue, subject: string): readonly Hit[] {
  const member = memberOf(table, 'permissions');
  if (!member || writtenText(member.value) !== 'write-all') return [];
  const { start: at, end } = memberSpan(member);
  const message = `Every ${subject === 'workflow' ? 'job of this workflow' : `step of the job ${subject}`} gets a token that may change code, releases, packages and settings.`;
  return [{ rule: writeAll, at, end, message, subject }];
}

/** Actions of GitHub itself are as trusted as the runner. */
const isOfGitHub = (uses: string): boolean => /^(?:actions|github)\//.test(uses);

function actionOf(table: LocatedValue): readonly Hit[] {
  const member = memberOf(table, 'uses');
  const uses = writtenText(member?.value) ?? '';
  const [, name = '', reference = ''] = /^([\w.-]+\/[\w./-]+)@(.+)$/.exec(uses) ?? [];
  if (!member || name === '' || isOfGitHub(name) || /^[0-9a-f]{40}$|^[0-9a-f]{64}$/i.test(reference))
    return [];
  const { start: at, end } = memberSpan(member);
  const message = `Whoever can push to ${name.split('/').slice(0, 2).join('/')} can move \`${reference}\`, and then runs other code in this workflow.`;
  return [{ rule: movingAction, at, end, message, subject: name }];
}

/** The image of a job and those of its services, by name or as a table with `image`. */
function imagesOf({ id, table }: Job): readonly Hit[] {
  const services = [...(tableOf(valueAt(table, 'services'))?.members ?? [])];
  const container = memberOf(table, 'container');
  return [
    ...imageOf(container, id),
    ...imageOf(memberOf(container?.value, 'image'), id),
    ...services.flatMap(([name, { value }]) => imageOf(memberOf(value, 'image'), `${id} ${name}`)),
  ];
}

/** @param scheme in front of the image, where what has none is something else */
function imageOf(member: Member | undefined, subject: string, scheme = ''): readonly Hit[] {
  const written = writtenText(member?.value);
  if (!member || !written?.startsWith(scheme)) return [];
  const reference = imageReference(written.slice(scheme.length));
  if (!reference || !isMutable(reference)) return [];
  const { start: at, end } = memberSpan(member);
  const message = `The next run takes whatever \`${reference.repository}\` is by then, and runs it in this workflow.`;
  return [{ rule: movingImage, at, end, message, subject }];
}

function secretsOf(step: Step, text: string): readonly Hit[] {
  const { start, end } = step.table;
  const subject = `${step.job.id} ${step.index}`;
  const all = expressionsIn(text, start, end).filter(({ text: inner }) =>
    valuesOf(inner).includes('secrets'),
  );
  const hits: Hit[] = all.map((expression) => ({
    ...{ rule: allSecrets, at: expression.at, end: expression.end, subject },
    message: `All secrets of the repository are handed to ${shownStep(step)}, so one weak part of it has them all.`,
  }));
  const run = step.run?.value;
  for (const expression of run ? expressionsIn(text, run.start, run.end) : []) {
    const names = valuesOf(expression.text).filter((path) => path.startsWith('secrets.'));
    if (names.length === 0 || !isPrinted(text, expression.at, expression.end)) continue;
    hits.push({
      ...{ rule: printedSecret, at: expression.at, end: expression.end, subject },
      message: `\`${text.slice(expression.at, expression.end)}\` is printed. The log masks it only as long as nothing changes its form.`,
    });
  }
  return hits;
}

/** `echo` of it, and nothing takes the output. */
function isPrinted(text: string, at: number, end: number): boolean {
  const lineStart = text.lastIndexOf('\n', at) + 1;
  const lineEnd = text.indexOf('\n', end);
  const before = text.slice(lineStart, at);
  const after = text.slice(end, lineEnd < 0 ? text.length : lineEnd);
  const command =
    before
      .split(/&&|\|\||;|\||run:/)
      .at(-1)
      ?.trim() ?? '';
  if (!/^(?:echo|printf)\b/.test(command) || /::add-mask::/.test(command)) return false;
  const rest = after.split(/&&|\|\||;/)[0] ?? '';
  return !/[>|]/.test(command) && (!/[>|]/.test(rest) || onlyRespells(rest));
}

/** A pipe to a program that writes the same in another form, which the log does not mask. */
const onlyRespells = (rest: string): boolean => {
  const [before = '', program = '', ...more] = rest.split('|');
  return (
    /^["']?$/.test(before.trim()) &&
    more.length === 0 &&
    /^(?:base64|rev|sed|xxd|tr)\b[^>]*$/.test(program.trim())
  );
};

/** A checkout leaves its token in `.git`, which an upload of the whole workspace takes along. */
function uploads({ id, steps }: Job): readonly Hit[] {
  const checkout = steps.find(
    ({ uses, table }) => uses === 'actions/checkout' && !isOff(valueAt(table, 'with', 'persist-credentials')),
  );
  if (!checkout) return [];
  return steps.flatMap((step): Hit[] => {
    const path = memberOf(valueAt(step.table, 'with'), 'path');
    const written = (writtenText(path?.value) ?? '').trim();
    const isWhole = /^(?:\.|\.\/|\.\/\*\*?|\*\*?(?:\/\*)?|\$\{\{\s*github\.workspace\s*\}\}\/?)$/.test(
      written,
    );
    const takesHidden = writtenText(valueAt(step.table, 'with', 'include-hidden-files')) === 'true';
    const isOld = /@v[123](?:\.|$)/.test(writtenText(valueAt(step.table, 'uses')) ?? '');
    if (step.uses !== 'actions/upload-artifact' || step.index < checkout.index || !path || !isWhole)
      return [];
    if (!takesHidden && !isOld) return [];
    const { start: at, end } = memberSpan(path);
    const message = `The artifact of the job ${id} holds \`.git/config\` with the token of the checkout, for everybody who may download it.`;
    return [{ rule: keptCredentials, at, end, message, subject: `${id} ${step.index}` }];
  });
}

const inWorkflows: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  [pipedToShell.id, pipedInWorkflow],
  [uncheckedCertificate.id, uncheckedInWorkflow],
]);

function commandsOf(step: Step, text: string, subject: string): readonly Hit[] {
  const { run } = step;
  if (!run || tableOf(run.value)) return [];
  const { start, end } = run.value;
  // Blanks keep the places; an expression is no shell.
  const script = text.slice(start, end).replace(/\$\{\{[^}]{0,1000}\}\}/g, (one) => '_'.repeat(one.length));
  const risky = riskyCommands(script, start, subject).flatMap((hit) => {
    const rule = inWorkflows.get(hit.rule.id);
    return rule ? [{ ...hit, rule }] : [];
  });
  return [...risky, ...printedVariables(step, script, start)];
}
