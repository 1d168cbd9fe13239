import type { Patch, PatchStatusItem } from '../../api/contract/patches.ts';
import type { IssueState } from '../issues/issue-state.ts';
import type { AgentService } from './agent-service.ts';
import type { Chip, ServiceView, ToPage } from './messages.ts';

export interface ChatRepository {
  readonly id: string;
  readonly name: string;
}

/** What the chat needs of the window. */
export interface ChatWindow {
  readonly hasFolder: boolean;
  /** Whether anything was asked of a service here before, so that one is asked without a word. */
  readonly isUsed: boolean;
  /** The repositories of the open folders, that of the active editor first. @throws Failure when the service knows none */
  repositories(signal: AbortSignal): Promise<readonly ChatRepository[]>;
  titleOf(issueId: string): string | undefined;
  openFile(path: string, line: number | undefined, repositoryId: string | null): Promise<void>;
  openIssue(issueId: string): Promise<void>;
  openLink(url: string): Promise<void>;
  copy(text: string): Promise<void>;
  /** @returns whether the person is sure */
  confirm(question: string, detail: string, button: string): Promise<boolean>;
  /** The patch in full. */
  patch(issueId: string, signal: AbortSignal): Promise<Patch>;
  /** The state of an issue, asked for where the window's list is without it; undefined where nobody knows it. */
  stateOf(issueId: string, signal: AbortSignal): Promise<IssueState | undefined>;
  /** Another text once the issue is in another state in this window. */
  stateKey(issueId: string): string;
  showPatch(issueId: string): Promise<void>;
  /** Has a patch made for the code as it is now. */
  regeneratePatch(issueId: string): Promise<void>;
  /** @returns what was done, in Markdown; undefined where the person thought better of it */
  applyPatch(issueId: string, agreed?: string): Promise<string | undefined>;
  /** What was dropped, as things to show the agent. */
  dropped(uris: readonly string[], issueIds: readonly string[]): Promise<readonly Chip[]>;
  /** Asks what to show the agent. */
  chooseContext(): Promise<readonly Chip[]>;
  run(command: string, args: readonly unknown[]): Promise<void>;
  /** The patch of an issue is another one now. */
  tookPatch(patch: PatchStatusItem): void;
}

export interface ChatHostParts {
  readonly service: Pick<
    AgentService,
    'access' | 'list' | 'open' | 'begin' | 'say' | 'cancel' | 'answer' | 'archive' | 'delete' | 'follow'
  >;
  readonly window: ChatWindow;
  /** Who answers. */
  readonly analyst: (repositoryId: string | null, signal: AbortSignal) => Promise<ServiceView['analyst']>;
  /** A person agreed that code is sent to the model that is connected. */
  readonly agree: (repositoryId: string | null, signal: AbortSignal) => Promise<void>;
  /** The command that connects a language model, if there is one. */
  readonly connectModel: () => Promise<string | undefined>;
  readonly post: (message: ToPage) => void;
  readonly log: (message: string) => void;
}
