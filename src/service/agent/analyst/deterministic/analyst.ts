import type { AnswerEvent } from '../../../models/answer-event.ts';
import type { Analyst, Turn } from '../analyst.ts';
import { applyPatch, fix, goOn, investigate, showPatch, triage } from './act-answers.ts';
import { agree, cannot, decline, define, models, recallAll, rememberThis, undo } from './aside-answers.ts';
import type { Answer, Asked } from './asked.ts';
import { coverage } from './coverage-answers.ts';
import { endpoints } from './endpoints/answers.ts';
import { compare, explain, explainClass, why } from './explain-answers.ts';
import { components, locate, readCode, rules, searchCode } from './fact-answers.ts';
import { fixable } from './fixable-answers.ts';
import { changes, count, list, more } from './list-answers.ts';
import { followed, remember, textOf } from './memory.ts';
import { files, lastScan, ready, summary } from './overview-answers.ts';
import { dependencies } from './packages/answers.ts';
import { prioritise } from './priority.ts';
import type { Intent } from './request.ts';
import { scan } from './scan-answers.ts';
import { greeting, help, thanks, unknown } from './talk-answers.ts';
import { understand } from './understand.ts';

const answers: Readonly<Record<Intent, (asked: Asked) => Answer>> = {
  list,
  count,
  summary,
  explain,
  why,
  explainClass,
  compare,
  prioritise,
  fix,
  showPatch,
  applyPatch,
  triage,
  investigate,
  scan,
  changes,
  dependencies,
  components,
  endpoints,
  searchCode,
  readCode,
  rules,
  help,
  greeting,
  thanks,
  more,
  files,
  ready,
  locate,
  lastScan,
  fixable,
  coverage,
  define,
  remember: rememberThis,
  recall: recallAll,
  models,
  undo,
  agree,
  decline,
  cannot,
  unknown,
};

/** Answers from the tools alone: what is asked is told by the words, and everything said is a fact that a tool gave. */
export const deterministicAnalyst: Analyst = {
  kind: 'deterministic',
  answer: (turn, signal) => answer(turn, signal),
};

async function* answer(turn: Turn, signal: AbortSignal): AsyncGenerator<AnswerEvent, void> {
  signal.throwIfAborted();
  const { answered } = turn;
  if (answered) {
    const asked = askedBefore(turn, signal);
    yield* goOn(asked, answered);
    return;
  }
  const before = remember(
    turn.history.slice(
      0,
      turn.history.findLastIndex(({ role }) => role === 'user'),
    ),
  );
  const said = understand(turn.prompt);
  const request = followed(said, before.request, turn.prompt);
  const asked: Asked = { turn, request, before, signal };
  yield* said.intent === 'more' ? more(asked) : answers[request.intent](asked);
}

/** The question that led to a call which a person decided about. */
function askedBefore(turn: Turn, signal: AbortSignal): Asked {
  const at = turn.history.findLastIndex(({ role }) => role === 'user');
  const message = turn.history[at];
  const before = remember(turn.history.slice(0, Math.max(at, 0)));
  const text = message ? textOf(message) : turn.prompt;
  const request = followed(understand(text), before.request, text);
  return { turn: { ...turn, attachments: message?.attachments ?? [] }, request, before, signal };
}
