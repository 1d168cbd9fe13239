import * as z from 'zod';
import type { ToolCall } from '../../../../api/contract/agent/message.ts';
import type { AnswerEvent } from '../../../models/answer-event.ts';
import type { Turn } from '../analyst.ts';
import type { Remembered } from './memory.ts';
import type { Request } from './request.ts';

/** A question with what is at hand to answer it. */
export interface Asked {
  readonly turn: Turn;
  readonly request: Request;
  readonly before: Remembered;
  readonly signal: AbortSignal;
}

export type Answer = AsyncGenerator<AnswerEvent, void>;

export const say = (text: string): AnswerEvent => ({ type: 'text', text });

/** What became of a call: its data, or why there is none. A call that waits for consent has `waits`. */
export type Called<T> =
  | { readonly data: T; readonly call: ToolCall }
  | { readonly reason: string; readonly waits: boolean; readonly call: ToolCall | undefined };

/** Calls a tool and reads its data. Never throws but for an abort. */
export async function call<S extends z.ZodType>(
  { turn, signal }: Pick<Asked, 'turn' | 'signal'>,
  name: string,
  input: unknown,
  data: S,
): Promise<Called<z.output<S>>> {
  signal.throwIfAborted();
  if (!turn.tools.all.some((tool) => tool.name === name)) {
    return { reason: `This service has no tool \`${name}\`.`, waits: false, call: undefined };
  }
  const made = await turn.tools.invoke(name, input);
  signal.throwIfAborted();
  if (made.status === 'AWAITING_CONSENT') return { reason: '', waits: true, call: made };
  if (made.status !== 'COMPLETED') {
    return {
      reason: made.errorMessage ?? 'It did not work, and no reason was given.',
      waits: false,
      call: made,
    };
  }
  const read = data.safeParse(made.result?.data);
  if (read.success) return { data: read.data, call: made };
  return { reason: made.result?.text ?? 'The answer could not be read.', waits: false, call: made };
}

/** For tools whose text says it all. */
export const anything = z.unknown();
