import type { Analyst, AnalystEvent, Turn } from '../../../../../src/service/agent/analyst/analyst.ts';

export type Answering = (turn: Turn, signal: AbortSignal) => AsyncIterable<AnalystEvent>;

/** An analyst that says in each turn what a test has it say. */
export class ScriptedAnalyst implements Analyst {
  readonly kind = 'deterministic';
  readonly turns: Turn[] = [];
  script: Answering = async function* () {
    yield { type: 'text', text: 'Nothing is scripted.' };
  };

  answer(turn: Turn, signal: AbortSignal): AsyncIterable<AnalystEvent> {
    this.turns.push(turn);
    return this.script(turn, signal);
  }
}
