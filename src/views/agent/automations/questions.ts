import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type {
  ParameterValue,
  PlaybookParameter,
  PlaybookTemplate,
} from '../../../api/contract/agent/playbooks.ts';
import { maximumPromptLength } from '../../../api/contract/agent/scope.ts';
import type { ChatRepository } from '../../chat/chat-ports.ts';
import { problemWith, usualTimes } from './automation.ts';

/** What a person is asked about an automation; each answer is undefined where they gave up. */

export async function choose<T extends vscode.QuickPickItem>(
  title: string,
  placeHolder: string,
  items: readonly T[],
): Promise<T | undefined> {
  return await vscode.window.showQuickPick(items, {
    title,
    placeHolder,
    matchOnDescription: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
}

export async function askText(
  title: string,
  prompt: string,
  options: { readonly value?: string; readonly most: number },
): Promise<string | undefined> {
  const { value = '', most } = options;
  const said = await vscode.window.showInputBox({
    title,
    prompt,
    value,
    ignoreFocusOut: true,
    validateInput: (text) =>
      text.trim() === '' || text.length > most ? l10n.t('Enter {0} to {1} characters.', 1, most) : undefined,
  });
  return said?.trim();
}

export function askPrompt(title: string, value?: string): Promise<string | undefined> {
  const prompt = l10n.t('What is the agent to be asked? As in the chat: “What should I fix first?”');
  return askText(title, prompt, { ...(value !== undefined && { value }), most: maximumPromptLength });
}

/** @returns a cron expression of five fields, which the service looks at */
export async function askTime(title: string, usual?: string): Promise<string | undefined> {
  const own = l10n.t('At other times…');
  const asTemplate =
    usual === undefined
      ? []
      : [{ label: l10n.t('As the template says'), description: usual, expression: usual }];
  const times = usualTimes().map((time) => ({ ...time, description: time.expression }));
  const picked = await choose<vscode.QuickPickItem & { readonly expression?: string }>(
    title,
    l10n.t('When, in the time zone of this machine?'),
    [...asTemplate, ...times, { label: own }],
  );
  if (!picked || picked.expression !== undefined) return picked?.expression;
  return await askText(
    title,
    l10n.t('Five fields: minute, hour, day of the month, month, day of the week. 30 8 * * 1-5'),
    {
      value: usual ?? '0 9 * * 1',
      most: 200,
    },
  );
}

/** @returns the repositories it is for; none stands for the organization as a whole */
export async function askScope(
  title: string,
  repositories: readonly ChatRepository[],
): Promise<readonly string[] | undefined> {
  if (repositories.length === 0) return [];
  const picked = await choose(title, l10n.t('For which code?'), [
    ...repositories.map(({ id, name }) => ({ label: name, ids: [id] })),
    { label: l10n.t('All repositories together'), ids: [] },
  ]);
  return picked?.ids;
}

export async function askTemplate(
  title: string,
  templates: readonly PlaybookTemplate[],
): Promise<PlaybookTemplate | undefined> {
  const items = templates.map((template) => ({
    label: template.title,
    description: template.start.type === 'schedule' ? template.start.expression : '',
    detail: template.summary,
    template,
  }));
  return (await choose(title, l10n.t('What is the agent to do?'), items))?.template;
}

/** A question for each parameter, in the way of its type, with its default filled in. */
export async function askParameters(
  title: string,
  parameters: readonly PlaybookParameter[],
): Promise<Record<string, ParameterValue> | undefined> {
  const values: Record<string, ParameterValue> = {};
  for (const [index, parameter] of parameters.entries()) {
    const step = parameters.length > 1 ? `${title} (${index + 1}/${parameters.length})` : title;
    const value = await askParameter(step, parameter);
    if (value === undefined) return undefined;
    values[parameter.id] = value;
  }
  return values;
}

async function askParameter(
  title: string,
  parameter: PlaybookParameter,
): Promise<ParameterValue | undefined> {
  const { label, description = '' } = parameter;
  const question = description === '' ? label : `${label}. ${description}`;
  switch (parameter.type) {
    case 'boolean': {
      const yes = { label: l10n.t('Yes'), value: true };
      const no = { label: l10n.t('No'), value: false };
      return (await choose(title, question, parameter.default ? [yes, no] : [no, yes]))?.value;
    }
    case 'select': {
      const isUsual = ({ value }: { readonly value: string }) => value === parameter.default;
      const items = parameter.options
        .toSorted((a, b) => Number(isUsual(b)) - Number(isUsual(a)))
        .map((option) => ({ ...option, description: isUsual(option) ? l10n.t('usual') : '' }));
      return (await choose(title, question, items))?.value;
    }
    default: {
      const said = await vscode.window.showInputBox({
        title,
        prompt: question,
        value: String(parameter.default),
        ignoreFocusOut: true,
        validateInput: (text) => problemWith(parameter, text),
      });
      if (said === undefined) return undefined;
      return parameter.type === 'number' ? Number(said.trim()) : said.trim();
    }
  }
}

/** @returns whether they agree; nothing is chosen in advance */
export async function sure(question: string, detail: string, button: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, button)) === button;
}
