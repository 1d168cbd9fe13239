import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentTrace } from '../../../api/contract/agent/job.ts';
import type { ToolCall } from '../../../api/contract/agent/message.ts';
import type { PatchStatusItem } from '../../../api/contract/patches.ts';
import type { LogChannel } from '../../core/channel.ts';
import { type Core, instant, newId } from '../../core/context.ts';
import { type Queries, relaxed } from '../../store/dialect.ts';
import { addJobEvents, type JobEvent } from './events.ts';
import type { JobRow } from './rows.ts';
import { settleAlike, type ToolCallRow } from './tool-calls.ts';

/** Between two writes of a job: at most 20 a second. */
const writeMs = 50;

/** The job was ended by someone else, or is gone with its conversation: there is nothing more to record. */
export class JobIsOver extends Error {
  override readonly name = 'JobIsOver';
}

/** Where something stands in a message. */
export interface Spot {
  readonly messageId: string;
  readonly part: number;
}

/**
 * Writes down what a job says as it says it, gathered to few writes: into the log, from which it is streamed and from
 * which its message is made at the end.
 */
export class JobRecorder {
  readonly trace: AgentTrace;
  readonly #core: Core & { readonly channel: LogChannel };
  readonly #job: JobRow;
  readonly #broken = new AbortController();
  readonly #messageId = newId();
  #pending: JobEvent[] = [];
  #parts = 0;
  #textPart: number | undefined;
  #messageIsThere = false;
  #stage: string | undefined;
  #characters = 0;
  #writing: Promise<void> | undefined;
  #lastWrite = -Infinity;

  constructor(core: Core & { readonly channel: LogChannel }, job: JobRow, trace: AgentTrace) {
    this.#core = core;
    this.#job = job;
    this.trace = trace;
  }

  /** Aborts when nothing can be recorded any more, with the reason. */
  get broken(): AbortSignal {
    return this.#broken.signal;
  }

  /** Characters said so far. */
  get characters(): number {
    return this.#characters;
  }

  text(text: string): void {
    if (text === '') return;
    this.#characters += text.length;
    this.#textPart ??= this.#parts++;
    const part = this.#textPart;
    const last = this.#pending.at(-1);
    if (
      last?.event === 'message.delta' &&
      last.data.part === part &&
      last.data.messageId === this.#messageId
    ) {
      this.#pending[this.#pending.length - 1] = {
        event: 'message.delta',
        data: { ...last.data, text: last.data.text + text },
      };
    } else {
      this.#pending.push({ event: 'message.delta', data: { messageId: this.#messageId, part, text } });
    }
    this.#schedule();
  }

  stage(stage: string): void {
    if (stage === this.#stage) return;
    this.#stage = stage;
    const { id } = this.#job;
    this.#pending = this.#pending.filter(({ event }) => event !== 'job.status');
    this.#add({ event: 'job.status', data: { jobId: id, status: 'RUNNING', stage } });
  }

  /** Gives a call its place in the answer. */
  toolStarted(call: ToolCall): Spot {
    const spot = { messageId: this.#messageId, part: this.#parts++ };
    this.#textPart = undefined;
    this.tool('tool.started', spot, call);
    return spot;
  }

  tool(event: 'tool.started' | 'tool.completed', spot: Spot, call: ToolCall): void {
    this.#add({ event, data: { ...spot, call } });
  }

  patch(patch: PatchStatusItem, title: string): void {
    const part = this.#parts++;
    this.#textPart = undefined;
    this.#add({ event: 'patch.ready', data: { messageId: this.#messageId, part, title, patch } });
  }

  /** Waits until everything said so far is written down. @throws what kept it from being written */
  async flush(): Promise<void> {
    while (this.#writing !== undefined || this.#pending.length > 0) {
      this.#writing ??= this.#write();
      await this.#writing;
    }
    this.#broken.signal.throwIfAborted();
  }

  /**
   * Writes something and events of it down together, after everything said so far, so that not even a power cut takes
   * it. @throws JobIsOver
   */
  async together(
    work: (transaction: Queries) => Promise<unknown>,
    ...events: readonly JobEvent[]
  ): Promise<void> {
    await this.flush();
    await this.#core.db.transaction().execute(async (transaction) => {
      await this.#requireRunning(transaction);
      await this.#beginMessage(transaction, events);
      await work(transaction);
      await addJobEvents(transaction, this.#job.id, events);
    });
    this.#core.channel.announce(this.#job.id);
  }

  /** What a call has done is not asked for any more: says so where it still is. @throws JobIsOver */
  async settleAlike(done: ToolCallRow): Promise<void> {
    await this.flush();
    await this.#core.db.transaction().execute(async (transaction) => {
      await this.#requireRunning(transaction);
      const settled = await settleAlike(transaction, done, { jobId: this.#job.id, at: instant(this.#core) });
      const events = settled.map(({ row, call }): JobEvent => {
        return { event: 'tool.completed', data: { messageId: row.message_id, part: row.part, call } };
      });
      await addJobEvents(transaction, this.#job.id, events);
    });
    this.#core.channel.announce(this.#job.id);
  }

  #add(event: JobEvent): void {
    this.#pending.push(event);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#broken.signal.aborted) {
      this.#pending = [];
      return;
    }
    this.#writing ??= this.#writeSoon();
    // Whoever waits for the flush is told; so is the job, by `broken`.
    this.#writing.catch(() => undefined);
  }

  /** At once when nothing was written for a while, so that the first words are seen without delay. */
  async #writeSoon(): Promise<void> {
    await sleep(Math.max(0, this.#lastWrite + writeMs - performance.now()));
    await this.#write();
  }

  async #write(): Promise<void> {
    const events = this.#pending;
    this.#pending = [];
    this.#lastWrite = performance.now();
    try {
      await relaxed(this.#core.db, async (transaction) => {
        await this.#requireRunning(transaction);
        await this.#beginMessage(transaction, events);
        await addJobEvents(transaction, this.#job.id, events);
      });
      this.#core.channel.announce(this.#job.id);
    } catch (error) {
      this.#pending = [];
      this.#broken.abort(error);
      throw error;
    } finally {
      this.#writing = undefined;
      if (this.#pending.length > 0) this.#schedule();
    }
  }

  async #requireRunning(db: Queries): Promise<void> {
    const { numUpdatedRows } = await db
      .updateTable('agent_jobs')
      .set({ trace: JSON.stringify(this.trace), stage: this.#stage ?? null })
      .where('id', '=', this.#job.id)
      .where('status', '=', 'RUNNING')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new JobIsOver('The job is over.');
  }

  async #beginMessage(db: Queries, events: readonly JobEvent[]): Promise<void> {
    const speaks = events.some(({ data }) => 'messageId' in data && data.messageId === this.#messageId);
    if (this.#messageIsThere || !speaks) return;
    await db
      .insertInto('agent_messages')
      .values({
        id: this.#messageId,
        conversation_id: this.#job.conversation_id,
        job_id: this.#job.id,
        role: 'assistant',
        state: 'streaming',
        parts: '[]',
        attachments: '[]',
        created_at: instant(this.#core),
      })
      .execute();
    this.#messageIsThere = true;
  }
}
