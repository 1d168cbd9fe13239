/** What a workflow trusts: code and files of strangers, runners, names. */
import { type LocatedValue, type Span, valueAt } from '../../files/structured/value.ts';
import type { Hit, Rule } from '../rule.ts';
import { eachOf, isOn, memberOf, memberSpan, tableOf, writtenText } from '../values.ts';
import { conditionOf } from './injection.ts';
import { actorCheck, artifact, checkedOut, oldCommands, ownRunner } from './rules.ts';
import { isPrivileged, type Job, type Step, shownStep, type Workflow } from './workflow.ts';

const hit = (rule: Rule, at: Span, message: string, subject: string): Hit => ({
  ...{ rule, at: at.start, end: at.end, message, subject },
});

export function trustIssues(workflow: Workflow): readonly Hit[] {
  return [
    ...oldCommandsIn(valueAt(workflow.root, 'env'), 'workflow'),
    ...workflow.jobs.flatMap((job) => [
      ...runnerOf(job),
      ...actorsOf(job.table, job),
      ...oldCommandsIn(valueAt(job.table, 'env'), job.id),
      ...job.steps.flatMap((step) => [
        ...checkoutOf(step),
        ...artifactOf(step),
        ...actorsOf(step.table, job),
        ...oldCommandsIn(valueAt(step.table, 'env'), `${job.id} ${step.index}`),
      ]),
    ]),
  ];
}

/** Values that name what a pull request proposes. */
const proposed =
  /github\.event\.pull_request\.(?:head\.(?:sha|ref|repo)|merge_commit_sha)|github\.head_ref|refs\/pull\/\$\{\{|github\.event\.workflow_run\.(?:head_|pull_requests)|steps\.[\w-]+\.outputs\.[\w-]*(?:head|ref|sha|branch)/i;
const proposedByCommand =
  /\bgh\s+pr\s+checkout\b|\bgit\s+(?:fetch|pull|checkout)\b[^\n]*(?:\bpull\/|github\.head_ref|github\.event\.pull_request\.head)/;
/** The same repository opened the pull request, so its author may push anyway. */
const isOfOwnRepository =
  /github\.event\.pull_request\.head\.repo\.(?:full_name|owner\.login|id)\s*==|==\s*github\.event\.pull_request\.head\.repo\.|!\s*github\.event\.pull_request\.head\.repo\.fork|head\.repo\.fork\s*==\s*false|workflow_run\.head_repository\.full_name\s*==|workflow_run\.event\s*==\s*'(?:push|schedule)'/;

/** Somebody who may label it has seen what is taken: of the pull request as it was then. */
const isLabelled = /github\.event\.label\.name\s*==\s*'/;
const isFixed = /^\$\{\{\s*github\.event\.pull_request\.head\.sha\s*\}\}$/;

const strangers = ['pull_request_target', 'issue_comment', 'workflow_run'];

/** A line of a script that runs nothing of the workspace. */
const isHarmless = (line: string): boolean =>
  line.trim() === '' || /^(?:echo|printf|exit|true|set)\b[^|;&`$]*$/.test(line.trim());

/** Whether anything is run after a step that files of the workspace decide about. */
const runsLater = ({ job, index }: Step): boolean =>
  job.steps.some((later) => {
    if (later.index <= index) return false;
    const script = writtenText(later.run?.value);
    if (script !== undefined) return !script.split('\n').every(isHarmless);
    return later.uses?.startsWith('./') ?? false;
  });

function checkoutOf(step: Step): readonly Hit[] {
  const { job } = step;
  const trigger = strangers.find((each) => job.workflow.triggers.has(each));
  if (trigger === undefined || isOfOwnRepository.test(`${conditionOf(job)} ${conditionOf(step)}`)) return [];
  const subject = `${job.id} ${step.index}`;
  const message = `The job ${job.id} is started by \`${trigger}\`, has the token and secrets of the repository, and runs code after ${shownStep(step)} took what anybody proposed.`;
  if (step.uses === 'actions/checkout') {
    const inputs = valueAt(step.table, 'with');
    const member = ['ref', 'repository']
      .map((key) => memberOf(inputs, key))
      .find((each) => proposed.test(writtenText(each?.value) ?? ''));
    const isReviewed = isLabelled.test(`${conditionOf(job)} ${conditionOf(step)}`);
    if (isReviewed && isFixed.test(writtenText(valueAt(inputs, 'ref')) ?? '')) return [];
    return member && runsLater(step) ? [hit(checkedOut, memberSpan(member), message, subject)] : [];
  }
  const script = writtenText(step.run?.value) ?? '';
  const command = proposedByCommand.exec(script);
  if (!step.run || !command) return [];
  const rest = script
    .slice(command.index + command[0].length)
    .split('\n')
    .slice(1)
    .join('\n')
    .trim();
  return rest !== '' || runsLater(step) ? [hit(checkedOut, step.run.key, message, subject)] : [];
}

function artifactOf(step: Step): readonly Hit[] {
  const { job } = step;
  const { triggers } = job.workflow;
  const inputs = valueAt(step.table, 'with');
  const isDownload =
    step.uses === 'dawidd6/action-download-artifact' ||
    (step.uses === 'actions/download-artifact' && memberOf(inputs, 'run-id') !== undefined);
  const isCommand = /\bgh\s+run\s+download\b/.test(writtenText(step.run?.value) ?? '');
  if (!triggers.has('workflow_run') || !(isDownload || isCommand)) return [];
  const folder = writtenText(valueAt(inputs, 'path')) ?? '';
  const isApart =
    /runner\.temp|^\/tmp\/|RUNNER_TEMP/.test(folder) ||
    /RUNNER_TEMP|\/tmp\//.test(writtenText(step.run?.value) ?? '');
  const at = memberOf(step.table, 'uses') ?? step.run;
  if (
    !at ||
    isApart ||
    isOfOwnRepository.test(`${conditionOf(job)} ${conditionOf(step)}`) ||
    !runsLater(step)
  )
    return [];
  const message = `An artifact that a pull request may have made is unpacked into the workspace, where ${shownStep(step)} of the job ${job.id} can replace what later steps run.`;
  return [hit(artifact, isCommand ? at.key : memberSpan(at), message, `${job.id} ${step.index}`)];
}

function runnerOf(job: Job): readonly Hit[] {
  const isPublic = ['pull_request', 'pull_request_target', 'issue_comment'].some((each) =>
    job.workflow.triggers.has(each),
  );
  const member = memberOf(job.table, 'runs-on');
  const runners = eachOf(valueAt(member?.value, 'labels') ?? member?.value).map((item) => writtenText(item));
  if (!member || !isPublic || !runners.includes('self-hosted') || isOfOwnRepository.test(conditionOf(job)))
    return [];
  const message = `The job ${job.id} runs pull requests on a runner of your own. In a public repository, anybody can open one, and what it leaves there stays.`;
  return [hit(ownRunner, memberSpan(member), message, job.id)];
}

const actor =
  /github\.(?:triggering_)?actor\s*==\s*'[^']*\[bot\]'|'[^']*\[bot\]'\s*==\s*github\.(?:triggering_)?actor/;

function actorsOf(table: LocatedValue, job: Job): readonly Hit[] {
  const member = memberOf(table, 'if');
  const condition = writtenText(member?.value) ?? '';
  if (!member || !isPrivileged(job.workflow) || !actor.test(condition)) return [];
  const message = `The condition in the job ${job.id} trusts who triggered the run. A bot can be made to do that for a pull request of somebody else.`;
  return [hit(actorCheck, memberSpan(member), message, job.id)];
}

function oldCommandsIn(variables: LocatedValue | undefined, subject: string): readonly Hit[] {
  const member = tableOf(variables)?.members.get('ACTIONS_ALLOW_UNSECURE_COMMANDS');
  return member && isOn(member.value)
    ? [
        hit(
          oldCommands,
          memberSpan(member),
          'Any program that prints `::set-env` sets variables for the steps that follow, so printed text of strangers does too.',
          subject,
        ),
      ]
    : [];
}
