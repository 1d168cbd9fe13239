/** Which values of a workflow strangers choose, and how they come there. */
import { type LocatedValue, type Span, valueAt } from '../../files/structured/value.ts';
import type { HitStep } from '../rule.ts';
import { memberOf, tableOf, writtenText } from '../values.ts';
import { expressionsIn, valuesOf } from './expression.ts';
import type { Job, Step } from './workflow.ts';

/**
 * Texts of strangers, as "Understanding the risk of script injections" lists them (docs.github.com), with those of the same
 * payloads: webhook events and payloads.
 */
const ownContexts: readonly RegExp[] = [
  /^github\.head_ref$/,
  /^github\.event\.(?:issue|pull_request|discussion)\.(?:title|body)$/,
  /^github\.event\.(?:comment|review|review_comment)\.body$/,
  /^github\.event\.pull_request\.head\.(?:ref|label)$/,
  // Names of repositories and accounts hold no character that a shell reads.
  /^github\.event\.pull_request\.head\.repo\.(?:default_branch|description|homepage)$/,
  /^github\.event\.(?:head_commit|commits(?:\.(?:\*|\d+))*)\.(?:message|author\.(?:name|email)|committer\.(?:name|email))$/,
  /^github\.event\.workflow_run\.(?:head_branch|display_title|head_commit\.(?:message|author\.(?:name|email))|head_repository\.description|pull_requests(?:\.(?:\*|\d+))*\.head\.ref)$/,
  /^github\.event\.pages(?:\.(?:\*|\d+))*\.page_name$/,
  // The whole payload, or the whole context, as JSON.
  /^github(?:\.event(?:\.(?:issue|pull_request|comment|discussion|review|head_commit|commits|workflow_run))?)?$/,
];

/** Outputs of actions that are names of files or branches of a pull request. */
const ofActions: readonly (readonly [action: string, outputs: RegExp])[] = [
  ['tj-actions/changed-files', /files|added|modified|deleted|renamed/],
  ['tj-actions/branch-names', /branch|ref/],
  ['dorny/paths-filter', /_files$/],
  ['xt0rted/pull-request-comment-branch', /ref/],
  ['trilom/file-changes-action', /files/],
  ['jitterbit/get-changed-files', /./],
];

/** Those may hold line breaks. */
export const isLong = (path: string): boolean => /\.(?:body|message)$|^github(?:\.event)?$/.test(path);

/** A value of strangers: its context, and the steps from where it is taken to where it is used. */
export interface Tainted {
  readonly path: string;
  readonly steps: readonly HitStep[];
}

/** Bounds chains of outputs that name each other. */
const maximumDepth = 8;

export class Untrusted {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** What strangers choose of an expression within a step; undefined where they choose nothing. */
  of(expression: string, place: Span, job: Job, step: Step | undefined, depth = 0): Tainted | undefined {
    if (depth > maximumDepth) return undefined;
    for (const path of valuesOf(expression)) {
      if (ownContexts.some((own) => own.test(path)))
        return {
          path,
          steps: [
            {
              at: place.start,
              end: place.end,
              role: 'source',
              message: `\`${path}\` is text that anybody can choose.`,
            },
          ],
        };
      const chained = this.#chained(path, job, step, depth);
      if (chained) return chained;
    }
    return undefined;
  }

  #chained(path: string, job: Job, step: Step | undefined, depth: number): Tainted | undefined {
    const [context = '', name = '', , output = ''] = path.split('.');
    if (context === 'env') return this.#variable(name, job, step, depth);
    if (context === 'steps') return this.#output(name, output, job, depth);
    if (context !== 'needs') return undefined;
    const needed = job.workflow.jobs.find(({ id }) => id.toLowerCase() === name);
    const member = needed && findMember(valueAt(needed.table, 'outputs'), output);
    if (!needed || !member) return undefined;
    const found = this.inValue(member.value, needed, undefined, depth + 1);
    return (
      found &&
      passed(
        found,
        { start: member.key.start, end: member.value.end },
        `It becomes the output \`${output}\` of the job ${needed.id}.`,
      )
    );
  }

  /** The first value of strangers among the expressions of a scalar. */
  inValue(value: LocatedValue, job: Job, step: Step | undefined, depth = 0): Tainted | undefined {
    for (const { text, at, end } of expressionsIn(this.#text, value.start, value.end)) {
      const found = this.of(text, { start: at, end }, job, step, depth);
      if (found) return found;
    }
    return undefined;
  }

  #variable(name: string, job: Job, step: Step | undefined, depth: number): Tainted | undefined {
    for (const holder of [step?.table, job.table, job.workflow.root]) {
      const member = findMember(valueAt(holder, 'env'), name);
      if (!member) continue;
      const found = this.inValue(member.value, job, step, depth + 1);
      return (
        found &&
        passed(
          found,
          member.key,
          `It is kept in the variable \`${this.#text.slice(member.key.start, member.key.end)}\`.`,
        )
      );
    }
    return undefined;
  }

  /** An output that a script writes from a variable of its step, or that an action reads of the pull request. */
  #output(id: string, output: string, job: Job, depth: number): Tainted | undefined {
    const step = job.stepsById.get(id);
    if (!step) return undefined;
    const ofAction = ofActions.some(([action, outputs]) => step.uses === action && outputs.test(output));
    const uses = memberOf(step.table, 'uses');
    if (ofAction && uses)
      return {
        path: `steps.${id}.outputs.${output}`,
        steps: [
          {
            at: uses.key.start,
            end: uses.value.end,
            role: 'source',
            message: `\`${output}\` holds names that a pull request chooses.`,
          },
        ],
      };
    return this.#written(step, output, job, depth);
  }

  #written(step: Step, output: string, job: Job, depth: number): Tainted | undefined {
    const script = writtenText(step.run?.value);
    if (!step.run || script === undefined || !/GITHUB_OUTPUT|::set-output/.test(script)) return undefined;
    const line = script
      .split('\n')
      .find((each) => each.toLowerCase().includes(`${output}=`) || each.includes(`name=${output}::`));
    for (const [, variable = ''] of (line ?? '').matchAll(/\$\{?([A-Za-z_]\w*)\}?/g)) {
      const found = this.#variable(variable.toLowerCase(), job, step, depth + 1);
      if (found) return passed(found, step.run.key, `The script writes it to the output \`${output}\`.`);
    }
    for (const [, inner = ''] of (line ?? '').matchAll(/\$\{\{(.{1,500}?)\}\}/g)) {
      const found = this.of(inner, step.run.key, job, step, depth + 1);
      if (found) return passed(found, step.run.key, `The script writes it to the output \`${output}\`.`);
    }
    return undefined;
  }
}

const passed = ({ path, steps }: Tainted, { start, end }: Span, message: string): Tainted => ({
  path,
  steps: [...steps, { at: start, end, role: 'propagator', message }],
});

/** Names of variables and outputs are compared in lower case, as contexts are read. */
function findMember(value: LocatedValue | undefined, name: string) {
  for (const [key, member] of tableOf(value)?.members ?? []) if (key.toLowerCase() === name) return member;
  return undefined;
}
