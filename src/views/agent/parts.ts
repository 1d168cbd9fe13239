import type * as vscode from 'vscode';
import type { Connection } from '../../connection/connection.ts';
import type { ChatParts } from '../chat/parts.ts';

/** What the agent's tools in the editor are given by the extension, beside what the chat is given. */
export interface AgentToolParts extends ChatParts {
  readonly context: vscode.ExtensionContext;
  readonly connection: Connection;
}
