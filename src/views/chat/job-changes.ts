import type { JobEvent } from './agent-service.ts';
import { type TitleOf, toMessageView, toToolView, toTraceView } from './chat-words.ts';
import type { Change, JobView } from './messages.ts';

/** What a job says, as changes of the page. */
export class JobChanges {
  readonly #titleOf: TitleOf;
  /** Messages that the page has begun, of this job. */
  readonly #begun = new Set<string>();
  #job: JobView;

  /** @param known messages that are there and belong to earlier jobs */
  constructor(job: JobView, known: Iterable<string>, titleOf: TitleOf) {
    this.#job = job;
    this.#titleOf = titleOf;
    for (const id of known) this.#begun.add(id);
  }

  get job(): JobView {
    return this.#job;
  }

  of(event: JobEvent): readonly Change[] {
    switch (event.event) {
      case 'job.status': {
        const { status, stage, errorMessage } = event.data;
        return [this.#next({ status, ...defined({ stage, errorMessage }) })];
      }
      case 'message.delta': {
        const { messageId, part, text } = event.data;
        return [...this.#begin(messageId), { type: 'text', messageId, part, text }];
      }
      case 'message.completed':
        this.#begun.add(event.data.message.id);
        return [{ type: 'message', message: toMessageView(event.data.message, this.#titleOf) }];
      case 'tool.started':
      case 'tool.completed': {
        const { messageId, part: index, call } = event.data;
        // A call of an earlier message that is not shown was settled: it is so when that is fetched.
        if (event.event === 'tool.completed' && !this.#begun.has(messageId)) return [];
        const part = { type: 'tool' as const, call: toToolView(call) };
        return [...this.#begin(messageId), { type: 'part', messageId, index, part }];
      }
      case 'patch.ready': {
        const { messageId, part: index, title, patch } = event.data;
        const part = { type: 'patch' as const, issueId: patch.issueId, title };
        return [...this.#begin(messageId), { type: 'part', messageId, index, part }];
      }
      case 'error':
        return [this.#next({ errorMessage: event.data.message })];
      case 'done': {
        const { status, errorMessage, trace } = event.data;
        return [this.#next({ status, trace: toTraceView(trace), ...defined({ errorMessage }) })];
      }
    }
  }

  #next(change: Partial<JobView>): Change {
    const { stage: _before, ...job } = this.#job;
    this.#job = { ...job, ...change };
    return { type: 'job', job: this.#job };
  }

  /** The first that is heard of a message may be any part of it. */
  #begin(id: string): readonly Change[] {
    if (this.#begun.has(id)) return [];
    this.#begun.add(id);
    const at = new Date().toISOString();
    const message = {
      id,
      jobId: this.#job.id,
      role: 'assistant',
      state: 'streaming',
      at,
      parts: [],
      chips: [],
    } as const;
    return [{ type: 'message', message: { ...message, parts: [], chips: [] } }];
  }
}

function defined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
