import type { Core } from '../../core/context.ts';
import type { ScanWork } from '../../jobs/scan-work.ts';
import type { Channeling } from '../channel/channel-rows.ts';
import { createChatSender } from '../channel/sender.ts';
import { drainOutbox, fireDue } from './dispatch.ts';
import { runDue } from './schedule-runs.ts';

/**
 * What has the agent work by itself, and the chat channel be told: looks when something happened, and when the next thing is
 * due.
 */
export interface Automation {
  /** Looks soon; calls in quick succession are one. */
  wake(): void;
  start(): void;
  /** Ends what it does and does no more. */
  stop(): Promise<void>;
}

/** Waits this long after something happened, so that what is written in a go is looked at in one. */
const settleMs = 30;
/** Looks at least this often: the clock of the machine may be set, and times be due that no timer knows of. */
const longestMs = 30_000;

export function createAutomation(
  core: Channeling & { readonly work: ScanWork },
  onError: (error: unknown) => void,
): Automation {
  let timer: NodeJS.Timeout | undefined;
  let soon = false;
  let running: Promise<void> | undefined;
  let again = false;
  let on = false;
  const chat = createChatSender(core, () => wake(), onError);

  const later = (ms: number): void => {
    // However often it is woken, it is never put off.
    if (soon) return;
    soon = ms <= settleMs;
    clearTimeout(timer);
    timer = on ? setTimeout(look, ms) : undefined;
    timer?.unref();
  };
  function look(): void {
    soon = false;
    if (running) {
      again = true;
      return;
    }
    running = pass()
      .catch((error: unknown) => {
        onError(error);
        return longestMs;
      })
      .then((wait) => {
        running = undefined;
        later(again ? settleMs : wait);
        again = false;
      });
  }
  /** @returns milliseconds until there is something to do again */
  async function pass(): Promise<number> {
    const ran = await runDue(core);
    const drained = await drainOutbox(core);
    const fired = await fireDue(core);
    if (ran || drained || fired) core.work.wake();
    const next = [await chat.look(), await nextDueAt(core)].filter((at) => at !== undefined).sort()[0];
    const wait = next === undefined ? longestMs : Date.parse(next) - core.now().getTime();
    return Math.min(longestMs, Math.max(settleMs, wait));
  }

  function wake(): void {
    if (on && !running) later(settleMs);
    else again = true;
  }

  return {
    wake,
    start: () => {
      on = true;
      look();
    },
    stop: async () => {
      on = false;
      clearTimeout(timer);
      await running;
      clearTimeout(timer);
      await chat.stop();
    },
  };
}

async function nextDueAt({ db }: Core): Promise<string | undefined> {
  const [schedule, trigger, event] = await Promise.all([
    db
      .selectFrom('agent_schedules')
      .select((eb) => eb.fn.min('next_run_at').as('at'))
      .where('next_run_at', 'is not', null)
      .executeTakeFirst(),
    db
      .selectFrom('agent_triggers')
      .select((eb) => eb.fn.min('next_run_at').as('at'))
      .where('next_run_at', 'is not', null)
      .executeTakeFirst(),
    db
      .selectFrom('agent_trigger_events')
      .select((eb) => eb.fn.min('due_at').as('at'))
      .where('status', '=', 'PENDING')
      .executeTakeFirst(),
  ]);
  return [schedule?.at, trigger?.at, event?.at].filter((at) => at !== null && at !== undefined).sort()[0];
}
