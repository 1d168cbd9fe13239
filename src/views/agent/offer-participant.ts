import * as vscode from 'vscode';
import type { ChatParts } from '../chat/parts.ts';
import type { Participant } from './participant.ts';

/** `@parapet` in the editor's chat; its code comes with the first question. */
export function offerParticipant(parts: ChatParts): vscode.Disposable {
  let loading: Promise<Participant> | undefined;
  const loaded = (): Promise<Participant> => {
    loading ??= import('./participant.ts').then((module) => new module.Participant(parts));
    return loading;
  };
  const participant = vscode.chat.createChatParticipant(
    'parapet.agent',
    async (request, context, stream, token) => (await loaded()).handle(request, context, stream, token),
  );
  const icon = (theme: string) => vscode.Uri.joinPath(parts.extensionUri, 'media', `mark-${theme}.svg`);
  participant.iconPath = { light: icon('light'), dark: icon('dark') };
  participant.followupProvider = {
    provideFollowups: async (result) => (await loaded()).followups(result),
  };
  return participant;
}
