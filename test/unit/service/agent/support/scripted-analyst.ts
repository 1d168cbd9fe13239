import type { Analyst, Turn } from '../../../../../src/service/agent/analyst/analyst.ts';
import type { AnswerEvent } from '../../../../../src/service/models/answer-event.ts';

export type Answering = (turn: Turn, signal: AbortSignal) => AsyncIterable<AnswerEvent>;

/** An analyst that says in each turn what a test has it say. */
export class ScriptedAnalyst implements Analyst {
  readonly kind = 'deterministic';
  readonly turns: Turn[] = [];
  script: Answering = async function* () {
    yield { type: 'text', text: 'Nothing is scripted.' };
  };

  answer(turn: Turn, signal: AbortSignal): AsyncIterable<AnswerEvent> {
    this.turns.push(turn);
    return this.script(turn, signal);
  }
}
