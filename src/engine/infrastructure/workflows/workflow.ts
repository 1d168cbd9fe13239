import {
  type LocatedTable,
  type LocatedValue,
  type Member,
  type Span,
  valueAt,
} from '../../files/structured/value.ts';
import { eachOf, memberOf, tableOf, writtenText } from '../values.ts';

/** A workflow or a composite action of GitHub Actions. */
export interface Workflow {
  readonly root: LocatedTable;
  /** Names of the events that start it; none of an action. */
  readonly triggers: ReadonlySet<string>;
  /** An action, which others call with inputs. */
  readonly isAction: boolean;
  readonly jobs: readonly Job[];
}

export interface Job {
  readonly id: string;
  readonly table: LocatedTable;
  readonly key: Span;
  readonly steps: readonly Step[];
  /** By their ids, in lower case as contexts are read. */
  readonly stepsById: ReadonlyMap<string, Step>;
  readonly workflow: Workflow;
}

export interface Step {
  readonly job: Job;
  readonly table: LocatedTable;
  readonly index: number;
  /** The action without its version: `actions/checkout`. */
  readonly uses: string | undefined;
  readonly run: Member | undefined;
}

/** Returns the workflow of a file; undefined for a document that is none. */
export function workflowOf(value: LocatedValue): Workflow | undefined {
  const root = tableOf(value);
  if (!root) return undefined;
  const jobs: Job[] = [];
  const isAction = writtenText(valueAt(root, 'runs', 'using')) === 'composite';
  const workflow: Workflow = { root, triggers: triggersOf(root), isAction, jobs };
  const runs = memberOf(root, 'runs');
  if (isAction && runs) addJob(jobs, workflow, 'action', runs);
  else
    for (const [id, member] of tableOf(valueAt(root, 'jobs'))?.members ?? [])
      addJob(jobs, workflow, id, member);
  return jobs.length === 0 ? undefined : workflow;
}

function triggersOf(root: LocatedTable): ReadonlySet<string> {
  // YAML 1.1 takes the key `on` for a Boolean.
  const on = valueAt(root, 'on') ?? valueAt(root, 'true');
  if (on?.kind === 'table') return new Set(on.members.keys());
  return new Set(eachOf(on).flatMap((item) => writtenText(item) ?? []));
}

function addJob(jobs: Job[], workflow: Workflow, id: string, { key, value }: Member): void {
  const table = tableOf(value);
  if (!table) return;
  const steps: Step[] = [];
  const stepsById = new Map<string, Step>();
  const job: Job = { id, table, key, steps, stepsById, workflow };
  for (const [index, item] of eachOf(valueAt(table, 'steps')).entries()) {
    const step = tableOf(item);
    if (!step) continue;
    const uses = writtenText(valueAt(step, 'uses'));
    const made: Step = {
      ...{ job, table: step, index },
      uses: uses?.split('@')[0]?.toLowerCase(),
      run: memberOf(step, 'run'),
    };
    steps.push(made);
    const stepId = writtenText(valueAt(step, 'id'))?.toLowerCase();
    if (stepId !== undefined && !stepsById.has(stepId)) stepsById.set(stepId, made);
  }
  jobs.push(job);
}

/** Events that start a workflow with secrets and a token to write with, though anybody can cause them. */
const privileged = new Set([
  'issues',
  'issue_comment',
  'pull_request_target',
  'workflow_run',
  'discussion',
  'discussion_comment',
  'fork',
  'watch',
  'gollum',
]);

/** Whether strangers can start it with the rights of the repository. */
export const isPrivileged = ({ triggers }: Workflow): boolean =>
  [...triggers].some((each) => privileged.has(each));

/** The name of a step for messages. */
export const shownStep = ({ table, uses, index }: Step): string => {
  const name = writtenText(valueAt(table, 'name')) ?? uses;
  return name === undefined ? `step ${index + 1}` : `the step “${name.slice(0, 60)}”`;
};
