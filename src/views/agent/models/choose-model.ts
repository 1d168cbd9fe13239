import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { usualModelAddress } from '../../../api/contract/agent/models.ts';
import { trimEndOf } from '../../../api/text-runs.ts';

/** What a person answered when asked for a language model. */
export interface ModelAnswers {
  readonly kind: 'openai-compatible' | 'anthropic' | 'ollama' | 'editor';
  readonly model: string;
  readonly title: string;
  readonly baseUrl?: string | undefined;
  readonly contextTokens?: number | undefined;
  readonly key?: string | undefined;
}

type Entry = vscode.QuickPickItem & {
  readonly kindOf?: ModelAnswers['kind'];
  readonly editorModel?: vscode.LanguageModelChat;
};

/**
 * Asks which model is to answer.
 * @param service address of the service elsewhere; with the one on this machine the editor's models can be used too
 * @returns undefined where the person gave up
 */
export async function chooseModel(service: string | undefined): Promise<ModelAnswers | undefined> {
  const offered = service === undefined ? await vscode.lm.selectChatModels({}) : [];
  const entries: Entry[] = [
    ...(offered.length > 0 ? [separator(l10n.t('Of the editor'))] : []),
    ...offered.map((model) => ({
      label: model.name,
      description: model.vendor,
      detail: l10n.t('Through the editor, with its account; what is sent leaves this machine.'),
      editorModel: model,
    })),
    separator(l10n.t('By address')),
    {
      label: l10n.t('OpenAI-compatible endpoint…'),
      detail: l10n.t('Any service that speaks the chat completions protocol.'),
      kindOf: 'openai-compatible',
    },
    { label: 'Anthropic…', detail: l10n.t('With a key of your own.'), kindOf: 'anthropic' },
    {
      label: 'Ollama…',
      detail: l10n.t('On this machine, without a key: nothing leaves it.'),
      kindOf: 'ollama',
    },
  ];
  const picked = await vscode.window.showQuickPick(entries, {
    title: l10n.t('Connect a Language Model'),
    placeHolder: l10n.t('Which one is to answer in the agent?'),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  if (!picked) return undefined;
  const { editorModel, kindOf } = picked;
  if (editorModel) {
    const { id, name, maxInputTokens } = editorModel;
    return { kind: 'editor', model: id, title: name, contextTokens: Math.max(2_000, maxInputTokens) };
  }
  return kindOf === undefined || kindOf === 'editor' ? undefined : await byAddress(kindOf, service);
}

function separator(label: string): Entry {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

async function byAddress(
  kind: 'openai-compatible' | 'anthropic' | 'ollama',
  service: string | undefined,
): Promise<ModelAnswers | undefined> {
  const title = l10n.t('Connect a Language Model');
  const baseUrl = await vscode.window.showInputBox({
    title,
    prompt: l10n.t('Where does it answer? The address that chat requests are appended to.'),
    value: usualModelAddress[kind],
    ignoreFocusOut: true,
    validateInput: (value) =>
      isAddress(value) ? undefined : l10n.t('Enter an http or https address without a user or password.'),
  });
  if (baseUrl === undefined) return undefined;
  const model = await vscode.window.showInputBox({
    title,
    prompt: l10n.t('The name of the model, as its provider calls it.'),
    placeHolder: kind === 'ollama' ? 'qwen3:8b' : '',
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === '' ? l10n.t('Enter the name of the model.') : undefined),
  });
  if (model === undefined) return undefined;
  const key =
    kind === 'ollama'
      ? ''
      : await vscode.window.showInputBox({
          title,
          prompt:
            service === undefined
              ? l10n.t(
                  'Its key. It is kept in the editor’s secret storage; leave it empty where none is needed.',
                )
              : l10n.t(
                  'Its key. It is given to {0}, which holds it in memory and answers everyone of the organization with it. Leave it empty where none is needed.',
                  service,
                ),
          password: true,
          ignoreFocusOut: true,
        });
  if (key === undefined) return undefined;
  return {
    kind,
    model: model.trim(),
    title: model.trim(),
    baseUrl: trimEndOf(baseUrl.trim(), '/'),
    ...(key.trim() !== '' && { key: key.trim() }),
  };
}

function isAddress(value: string): boolean {
  const url = URL.parse(value.trim());
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}
