import * as vscode from 'vscode';
import type { ScanSchedule } from '../../api/contract/scans/schedules.ts';
import type { Schedule } from '../../connection/repository/repository-api.ts';
import { branchText } from './items.ts';
import { crontabFault, scheduleText, timeOfDay, weekdayName } from './schedule-text.ts';

/** What a person is asked about a schedule; each answer is undefined where they gave up. */

interface Rhythm extends vscode.QuickPickItem {
  /** Of a time of day; undefined where the expression is typed. */
  readonly crontab: ((hour: number, minute: number) => string) | undefined;
  readonly asksTime: boolean;
}

/** @param present the schedule that changes @param branches those that are known */
export async function askSchedule(
  title: string,
  present: ScanSchedule | undefined,
  branches: readonly string[],
): Promise<Schedule | undefined> {
  const branch = present ? { name: present.scanBranch } : await askBranch(title, branches);
  if (!branch) return undefined;
  const crontab = await askCrontab(title, present?.executionCriteriaCrontab);
  return crontab === undefined ? undefined : { branch: branch.name ?? undefined, crontab };
}

async function askBranch(
  title: string,
  branches: readonly string[],
): Promise<{ readonly name: string | null } | undefined> {
  const another = { label: vscode.l10n.t('Another branch…') };
  const usual = { label: branchText(null), name: null };
  const picked = await vscode.window.showQuickPick<vscode.QuickPickItem & { readonly name?: string | null }>(
    [usual, ...branches.map((name) => ({ label: name, name })), another],
    {
      title,
      placeHolder: vscode.l10n.t('Which branch is scanned?'),
      ignoreFocusOut: true,
    },
  );
  if (!picked || picked.name !== undefined) return picked && { name: picked.name ?? null };
  const typed = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('The name of the branch'),
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Enter a name.') : undefined),
  });
  return typed === undefined ? undefined : { name: typed.trim() };
}

async function askCrontab(title: string, present: string | undefined): Promise<string | undefined> {
  const { language } = vscode.env;
  const rhythms: Rhythm[] = [
    {
      label: vscode.l10n.t('Every day'),
      crontab: (hour, minute) => `${minute} ${hour} * * *`,
      asksTime: true,
    },
    {
      label: vscode.l10n.t('Every weekday'),
      crontab: (hour, minute) => `${minute} ${hour} * * 1-5`,
      asksTime: true,
    },
    ...[1, 2, 3, 4, 5, 6, 0].map((day) => ({
      label: vscode.l10n.t('Every {0}', weekdayName(day, language)),
      crontab: (hour: number, minute: number) => `${minute} ${hour} * * ${day}`,
      asksTime: true,
    })),
    { label: vscode.l10n.t('Every hour'), crontab: () => '0 * * * *', asksTime: false },
    { label: vscode.l10n.t('At other times…'), crontab: undefined, asksTime: false },
  ];
  const picked = await vscode.window.showQuickPick(rhythms, {
    title,
    placeHolder:
      present === undefined
        ? vscode.l10n.t('How often is it scanned?')
        : vscode.l10n.t('How often is it scanned? Now {0}', scheduleText(present, language)),
    ignoreFocusOut: true,
  });
  if (!picked) return undefined;
  const { crontab, asksTime } = picked;
  if (!crontab) return await askExpression(title, present);
  if (!asksTime) return crontab(0, 0);
  const time = await askTime(title);
  return time && crontab(time.hour, time.minute);
}

async function askExpression(title: string, present: string | undefined): Promise<string | undefined> {
  const typed = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('A cron expression of five fields, in UTC'),
    value: present ?? '0 3 * * *',
    ignoreFocusOut: true,
    validateInput: crontabFault,
  });
  return typed?.trim();
}

async function askTime(title: string): Promise<ReturnType<typeof timeOfDay>> {
  const today = new Date();
  today.setUTCHours(3, 0, 0, 0);
  const here = today.toLocaleTimeString(vscode.env.language, { hour: '2-digit', minute: '2-digit' });
  const typed = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('The time of day in UTC. 03:00 is {0} here today.', here),
    value: '03:00',
    ignoreFocusOut: true,
    validateInput: (text) =>
      timeOfDay(text) ? undefined : vscode.l10n.t('Enter hours and minutes, such as 03:00.'),
  });
  return typed === undefined ? undefined : timeOfDay(typed);
}
