import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

/** What the editor has of the agent: a file apart, loaded when one of its parts is first used. */

if (vscode.l10n.bundle) l10n.config({ contents: vscode.l10n.bundle });

export { ChatView } from '../chat/chat-view.ts';
export { Automations } from './automations/automations.ts';
export { LanguageModelTools } from './language-model-tools.ts';
export { WindowModels } from './models/window-models.ts';
export { Participant } from './participant.ts';
