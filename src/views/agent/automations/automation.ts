import * as l10n from '@vscode/l10n';
import type { ParameterValue, Playbook, PlaybookParameter } from '../../../api/contract/agent/playbooks.ts';
import type { CronSchedule } from '../../../api/contract/agent/schedules.ts';
import type { EventTrigger, TriggerEvent, TriggerKind } from '../../../api/contract/agent/triggers.ts';

/** What the agent does by itself, as it is listed: each thing once, though a playbook has a schedule or trigger of its own. */
export type Automation =
  | { readonly kind: 'playbook'; readonly playbook: Playbook }
  | { readonly kind: 'schedule'; readonly schedule: CronSchedule }
  | { readonly kind: 'trigger'; readonly trigger: EventTrigger };

export interface AutomationRow {
  readonly automation: Automation;
  readonly name: string;
  readonly isActive: boolean;
  /** Active or paused, and when it runs. */
  readonly state: string;
  /** Why it cannot run, else what came of it last. */
  readonly detail: string;
}

export function automationsOf(given: {
  readonly playbooks: readonly Playbook[];
  readonly schedules: readonly CronSchedule[];
  readonly triggers: readonly EventTrigger[];
}): AutomationRow[] {
  const own = <T extends { readonly playbookId: string | null }>(all: readonly T[]): T[] =>
    all.filter(({ playbookId }) => playbookId === null);
  return [
    ...given.playbooks.map((playbook) =>
      row({ kind: 'playbook', playbook }, playbook, playbook.status === 'ACTIVE', startText(playbook)),
    ),
    ...own(given.schedules).map((schedule) =>
      row({ kind: 'schedule', schedule }, schedule, schedule.enabled, schedule.expression),
    ),
    ...own(given.triggers).map((trigger) =>
      row({ kind: 'trigger', trigger }, trigger, trigger.enabled, kindText(trigger.event.kind)),
    ),
  ];
}

interface Standing {
  readonly name: string;
  readonly nextRunAt: string | null;
  readonly problem?: string | undefined;
  readonly lastRun?: { readonly at: string; readonly message?: string | undefined } | null;
  readonly lastFiredAt?: string | null;
}

function row(automation: Automation, it: Standing, isActive: boolean, when: string): AutomationRow {
  const next =
    isActive && it.nextRunAt !== null
      ? l10n.t('next {0}', momentText(it.nextRunAt))
      : isActive
        ? l10n.t('active')
        : l10n.t('paused');
  const last = it.lastRun?.at ?? it.lastFiredAt ?? undefined;
  const ran = last === undefined ? l10n.t('has not run yet') : l10n.t('last ran {0}', momentText(last));
  const message = it.lastRun?.message === undefined ? '' : `. ${it.lastRun.message}`;
  return {
    automation,
    name: it.name,
    isActive,
    state: `${next} · ${when}`,
    detail: it.problem ?? `${ran}${message}`,
  };
}

function startText({ start }: Playbook): string {
  return start.type === 'schedule' ? start.expression : kindText(start.kind);
}

export function kindText(kind: TriggerKind): string {
  switch (kind) {
    case 'scanCompleted':
      return l10n.t('when a scan completed');
    case 'scanFailed':
      return l10n.t('when a scan failed');
    case 'newIssue':
      return l10n.t('when a scan found new issues');
    case 'issueStatusChanged':
      return l10n.t('when the status of an issue changed');
    case 'patchReady':
      return l10n.t('when a patch is ready');
    case 'schedule':
      return l10n.t('at certain times');
  }
}

export function eventText({ status, reason }: Pick<TriggerEvent, 'status' | 'reason'>): string {
  const why = reason === undefined ? '' : `: ${reason}`;
  switch (status) {
    case 'PENDING':
      return l10n.t('waits for what else happens within a minute');
    case 'STARTED':
      return l10n.t('the agent was asked');
    case 'DROPPED':
      return `${l10n.t('dropped')}${why}`;
    case 'FAILED':
      return `${l10n.t('failed')}${why}`;
  }
}

export function momentText(at: string): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

/** What is wrong with a value that was typed for a parameter; undefined where nothing is. */
export function problemWith(
  parameter: Extract<PlaybookParameter, { type: 'text' | 'number' }>,
  typed: string,
): string | undefined {
  const text = typed.trim();
  if (parameter.type === 'text') {
    const { minimumLength: least, maximumLength: most } = parameter;
    if (/[\p{Cc}\p{Zl}\p{Zp}]|\{\{|\}\}/u.test(text)) return l10n.t('One line, without {{placeholders}}.');
    return text.length < least || text.length > most
      ? l10n.t('Enter {0} to {1} characters.', least, most)
      : undefined;
  }
  const { minimum, maximum, integer } = parameter;
  const value = Number(text);
  if (text === '' || !Number.isFinite(value) || value < minimum || value > maximum)
    return l10n.t('Enter a number from {0} to {1}.', minimum, maximum);
  return integer && !Number.isInteger(value) ? l10n.t('Enter a whole number.') : undefined;
}

/** Times that are offered beside an expression of one's own. */
export function usualTimes(): readonly { readonly label: string; readonly expression: string }[] {
  return [
    { label: l10n.t('Every day at 9:00'), expression: '0 9 * * *' },
    { label: l10n.t('Every working day at 9:00'), expression: '0 9 * * 1-5' },
    { label: l10n.t('Every Monday at 9:00'), expression: '0 9 * * 1' },
    { label: l10n.t('Every first day of the month at 9:00'), expression: '0 9 1 * *' },
  ];
}

/** The parameter with what was answered before as its default; a value of another type is none. */
export function withDefault(
  parameter: PlaybookParameter,
  value: ParameterValue | undefined,
): PlaybookParameter {
  switch (parameter.type) {
    case 'boolean':
      return typeof value === 'boolean' ? { ...parameter, default: value } : parameter;
    case 'number':
      return typeof value === 'number' ? { ...parameter, default: value } : parameter;
    case 'text':
    case 'select':
      return typeof value === 'string' ? { ...parameter, default: value } : parameter;
  }
}
