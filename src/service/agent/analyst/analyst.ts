import type { Tool } from '../../../agent/tool.ts';
import type { AgentMessage, Attachment, ToolCall } from '../../../api/contract/agent/message.ts';
import type { AnalystKind } from '../../../api/contract/agent/vocabulary.ts';
import type { AnswerEvent } from '../../models/answer-event.ts';

/** What the analyst is asked, with what it may know and use. */
export interface Turn {
  /** What was said before, oldest first; the message to answer is the last. */
  readonly history: readonly AgentMessage[];
  readonly prompt: string;
  readonly attachments: readonly Attachment[];
  /** Set where the turn goes on after a tool call that a person answered. */
  readonly answered?: ToolCall | undefined;
  readonly repository?: { readonly id: string; readonly name: string } | undefined;
  /** The organization's instructions, which a person wrote. */
  readonly instructions: string;
  readonly memories: readonly string[];
  readonly tools: Toolbox;
}

/** The tools of a turn. Each call is recorded and streamed by whoever made the box. */
export interface Toolbox {
  readonly all: readonly Tool[];
  /** Checks the input, asks for consent where it must, runs the tool. Never throws but for an abort. */
  invoke(name: string, input: unknown): Promise<ToolCall>;
}

/**
 * Answers in a conversation. A call that waits for consent ends the turn: the analyst says what it waits for, and is
 * asked again with `answered` when the person decided.
 */
export interface Analyst {
  readonly kind: AnalystKind;
  /** `<provider>/<model>`. */
  readonly model?: string | undefined;
  /** @throws with a reason fit for a person when it cannot go on */
  answer(turn: Turn, signal: AbortSignal): AsyncIterable<AnswerEvent>;
}
