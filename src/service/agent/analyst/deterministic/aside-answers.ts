import * as z from 'zod';
import { prose } from '../../../../agent/data.ts';
import type { ToolCall } from '../../../../api/contract/agent/message.ts';
import { type Answer, type Asked, anything, call, say } from './asked.ts';
import { limitAnswer } from './limits.ts';
import { normalised } from './slots.ts';
import { connectModel, counted } from './words.ts';

/** Answers about what it keeps, what waits for a person, what its words mean, and what it cannot do. */

export async function* cannot({ turn }: Asked): Answer {
  yield say(limitAnswer(normalised(turn.prompt)) ?? connectModel);
}

export async function* rememberThis(asked: Asked): Answer {
  const { query } = asked.request;
  if (query === undefined) {
    yield say('Remember what? Say it in a sentence: *remember that tests/ is not shipped*.');
    return;
  }
  const made = await call(asked, 'remember', { text: query }, anything);
  if (!('reason' in made)) yield say(made.call.result?.text ?? 'Remembered.');
  else yield say(made.waits ? 'It is kept once you agree.' : prose(made.reason));
}

export async function* recallAll(asked: Asked): Answer {
  const read = await call(asked, 'recall', {}, anything);
  yield say('reason' in read ? prose(read.reason) : (read.call.result?.text ?? 'Nothing is remembered.'));
}

export async function* models(_asked: Asked): Answer {
  yield say(
    'I am no language model: I answer by rules, from Parapet’s own tools. *Parapet: Connect a Language Model…* offers the editor’s own models, any OpenAI-compatible endpoint, Anthropic and a local Ollama; it asks before code is sent anywhere.',
  );
}

/** Takes back what was agreed to last in this conversation, where that can be done from here. */
export async function* undo(asked: Asked): Answer {
  const last = asked.turn.history
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool' ? [part.call] : [])))
    .findLast(({ effect, status }) => effect !== 'none' && status === 'COMPLETED');
  switch (last?.name) {
    case 'triage_issues': {
      const issueIds = decided(last);
      if (issueIds.length === 0) break;
      yield say(`Setting ${counted(issueIds.length, 'issue')} back to *pending review*.\n\n`);
      const made = await call(asked, 'triage_issues', { issueIds, status: 'PENDING_REVIEW' }, anything);
      if (!('reason' in made)) yield say(made.call.result?.text ?? 'Done.');
      else yield say(made.waits ? 'It is set once you agree.' : prose(made.reason));
      return;
    }
    case 'apply_patch':
      yield say('The issue’s details page has *Undo Patch*; undo in the editor does it, too.');
      return;
    case undefined:
      yield say('Nothing was changed in this conversation, so there is nothing to undo.');
      return;
    default:
  }
  yield say(
    `“${last?.title ?? 'That'}” cannot be undone from here. A decision about issues is: *reopen number 1*.`,
  );
}

function decided({ input }: ToolCall): readonly string[] {
  const read = z.object({ issueIds: z.array(z.string()) }).safeParse(input);
  return read.success ? read.data.issueIds : [];
}

/** Words are no consent: whoever agrees sees exactly what will happen, and presses the button below it. */
export async function* agree({ turn }: Asked): Answer {
  const waiting = waits(turn.history);
  yield say(
    waiting
      ? `Press **${prose(waiting.consent?.confirm ?? 'the button', 60)}** where it was asked: nothing is changed by words alone.`
      : 'Yes to what? Nothing waits for your answer. Say what to do, e.g. *fix number 1*.',
  );
}

export async function* decline({ turn }: Asked): Answer {
  yield say(
    waits(turn.history)
      ? 'Then press *Decline* where it was asked, or leave it: nothing happens without you.'
      : 'All right: nothing is running, and nothing waits.',
  );
}

function waits(history: Asked['turn']['history']): ToolCall | undefined {
  const last = history.findLast(({ role }) => role === 'assistant');
  const calls = last?.parts.flatMap((part) => (part.type === 'tool' ? [part.call] : [])) ?? [];
  return calls.findLast(({ status }) => status === 'AWAITING_CONSENT');
}

const glossary: readonly (readonly [RegExp, string])[] = [
  [
    /false positive|fehlalarm/,
    'A **false positive** is a report that is wrong: the code does not have the weakness. Set so, it does not come back. *Number 2 is a false positive because …*',
  ],
  [
    /exploitable|ausnutzbar/,
    '**Not exploitable** means the weakness is in the code, and nobody can make use of it where it is, for instance because only constants get there.',
  ],
  [
    /accepted risk|akzeptiertes risiko/,
    'An **accepted risk** is real and stays, because somebody decided so: with a reason, and an end if you like.',
  ],
  [/backlog/, 'The **backlog** has what is real and will be fixed later. *Show the backlog* lists it.'],
  [
    /confidence/,
    'The **confidence** says how sure the analysis is that an issue is real, from 0 to 100 %. It says nothing of how bad it would be; that is the severity.',
  ],
  [
    /severit|schweregrad|score/,
    'The **severity** is read from a score of 0 to 100: critical from 90, high from 70, medium from 40, low from 10. How sure the analysis is, is apart from it.',
  ],
  [
    /cvss/,
    '**CVSS** rates a vulnerability by what an attack takes and what it does, metric by metric. The details of an issue have it with a reason for each.',
  ],
  [
    /flow|fluss|taint/,
    'A **data flow** is the way of data through the code, from where it comes in (source) to where it does harm (sink), step by step. *Explain number 1* shows one.',
  ],
  [
    /sanit/,
    'A **sanitizer** is a step on the way that makes data harmless for one purpose, such as escaping for HTML. What passes one is not reported.',
  ],
  [
    /sink/,
    'A **sink** is where data does harm if somebody else chose it: a query, a command, a page, a file name.',
  ],
  [/source/, 'A **source** is where data comes in that somebody else chooses: a request, a file, a message.'],
  [/cwe/, '**CWE** is a public list of kinds of weaknesses, each with a number: *what is CWE-89?*'],
  [/sarif/, '**SARIF** is a file format for results of scans, which many tools read.'],
  [
    /prove|proof/,
    'A patch is **proven** when the code was analysed with it: it applies, it parses, the issue is gone, and nothing new is there.',
  ],
  [
    /investigat/,
    'An **investigation** looks at one issue again, deeper: more of the project, guards, history, earlier decisions. It ends with a verdict and its evidence. *Investigate number 1* begins one.',
  ],
];

export async function* define({ turn }: Asked): Answer {
  const text = normalised(turn.prompt);
  yield say(glossary.find(([word]) => word.test(text))?.[1] ?? `I know no such word. ${connectModel}`);
}
