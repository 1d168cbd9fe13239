import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { AskModel, ChatRequest, ModelPart } from './bridge-protocol.ts';
import { BridgeError } from './model-bridge.ts';

/** The editor's own language models, as the bridge asks them. */
export function askEditorModel(id: string): AskModel {
  return async function* (request, signal): AsyncGenerator<ModelPart, void> {
    const [model] = await vscode.lm.selectChatModels({ id });
    if (!model) throw new BridgeError(404, l10n.t('The editor does not offer this language model any more.'));
    const source = new vscode.CancellationTokenSource();
    const cancel = () => source.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const response = await model.sendRequest(messagesOf(request), optionsOf(request), source.token);
      for await (const part of response.stream) {
        if (part instanceof vscode.LanguageModelTextPart) yield { type: 'text', text: part.value };
        else if (part instanceof vscode.LanguageModelToolCallPart)
          yield { type: 'call', id: part.callId, name: part.name, input: part.input };
      }
    } catch (error) {
      throw asBridgeError(error);
    } finally {
      signal.removeEventListener('abort', cancel);
      source.dispose();
    }
  };
}

function optionsOf({ tools }: ChatRequest): vscode.LanguageModelChatRequestOptions {
  const justification = l10n.t('Parapet answers questions about the security of your code with it.');
  return {
    justification,
    ...(tools.length > 0 && {
      tools: tools.map(({ function: { name, description, parameters } }) => ({
        name,
        description,
        inputSchema: parameters,
      })),
    }),
  };
}

/** The editor knows no instructions of a system: they are said first, as the user. */
export function messagesOf({ messages }: ChatRequest): vscode.LanguageModelChatMessage[] {
  return messages.map(messageOf);
}

function messageOf(message: ChatRequest['messages'][number]): vscode.LanguageModelChatMessage {
  if (message.role === 'assistant') {
    return vscode.LanguageModelChatMessage.Assistant([
      ...(message.content === '' ? [] : [new vscode.LanguageModelTextPart(message.content)]),
      ...message.tool_calls.map(
        ({ id, function: { name, arguments: given } }) =>
          new vscode.LanguageModelToolCallPart(id, name, inputOf(given)),
      ),
    ]);
  }
  if (message.role === 'tool') {
    const result = [new vscode.LanguageModelTextPart(message.content)];
    return vscode.LanguageModelChatMessage.User([
      new vscode.LanguageModelToolResultPart(message.tool_call_id, result),
    ]);
  }
  return vscode.LanguageModelChatMessage.User(message.content);
}

function inputOf(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function asBridgeError(error: unknown): unknown {
  if (!(error instanceof vscode.LanguageModelError)) return error;
  switch (error.code) {
    case vscode.LanguageModelError.NoPermissions.name:
      return new BridgeError(403, l10n.t('The editor was not allowed to use this language model.'));
    case vscode.LanguageModelError.Blocked.name:
      return new BridgeError(
        429,
        l10n.t('The language model is blocked for now, for too many requests or its filter.'),
      );
    case vscode.LanguageModelError.NotFound.name:
      return new BridgeError(404, l10n.t('The editor does not offer this language model any more.'));
    default:
      return error;
  }
}
