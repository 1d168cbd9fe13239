import type { ModelTrace } from '../../api/contract/model-trace.ts';
import type { AnswerEvent } from './answer-event.ts';

/** Adds up what a language model took for one thing. */
export interface Usage {
  asked(inputTokens: number, outputTokens: number): void;
  /** Counts what was sent of a file; other events are nothing to it. */
  add(event: AnswerEvent): void;
  readonly tokens: number;
  trace(durationMs: number): ModelTrace;
}

/** @param model as traces name it */
export function usage(model: string): Usage {
  const sent = new Map<string, number>();
  let [rounds, input, output] = [0, 0, 0];
  return {
    asked: (inputTokens, outputTokens) => {
      rounds++;
      input += inputTokens;
      output += outputTokens;
    },
    add: (event) => {
      if (event.type === 'sent') sent.set(event.path, (sent.get(event.path) ?? 0) + event.bytes);
    },
    get tokens() {
      return input + output;
    },
    trace: (durationMs) => ({
      model,
      rounds,
      inputTokens: input,
      outputTokens: output,
      durationMs: Math.round(durationMs),
      sent: [...sent].map(([path, bytes]) => ({ path, bytes })),
    }),
  };
}
