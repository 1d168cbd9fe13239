import { forgetOldRuns } from '../agent/automations/run-retention.ts';
import { forgetOldChatMessages } from '../agent/channel/messages.ts';
import { forgetOldJobEvents } from '../agent/conversations/events.ts';
import { forgetUnusedTerms } from '../ai-inventory/ai-inventory-record.ts';
import { forgetOldRecords } from '../audit/audit-log.ts';
import { expireCodeScans } from '../code-scans/code-scans.ts';
import { forgetOldCauses } from '../core/event-outbox.ts';
import type { Log } from '../http/environment.ts';
import { startDueSynchronizations } from '../integrations/cloud-posture/synchronizing.ts';
import { askTrackers } from '../integrations/trackers/states.ts';
import { forgetOldTrackerDeliveries } from '../integrations/trackers/webhooks.ts';
import { forgetOldMails } from '../mail/queue.ts';
import { warnOfExpiringTokens } from '../organizations/token-warnings.ts';
import { askForStates } from '../patches/pull-requests/states.ts';
import { forgetOldDeliveries } from '../providers/webhooks/receive.ts';
import { expireReports } from '../reports/reports.ts';
import { forgetOldEvents } from '../scans/scan-events.ts';
import { startDueScans } from '../scans/schedules.ts';
import type { ServiceCore } from '../service-core.ts';
import { forgetEndedSessions } from '../sign-in/sessions.ts';

/** What a service does by the clock. */
export interface Chores {
  /** Forgets what is kept for a time only. */
  tidy(): Promise<void>;
  /**
   * Tidies every hour, asks how pull requests of patches and issues of trackers stand, and starts the scans and the
   * synchronizations that are due.
   */
  start(): void;
  stop(): void;
}

const dayMs = 86_400_000;
const tidyingMs = 3_600_000;
/** For hosts that send no webhooks. */
const statesMs = 900_000;
const schedulesMs = 30_000;
const synchronizationsMs = 60_000;
/** Far longer than a scan or a patch can take. */
const causesKeptMs = 7 * dayMs;
/** Longer than an invitation lasts, of which the list of members says how its mail went. */
const mailsKeptMs = 30 * dayMs;

export function createChores(core: ServiceCore, log: Log, onError: (error: unknown) => void): Chores {
  const { db, now } = core;
  const timers: NodeJS.Timeout[] = [];
  let isStarting = false;
  const startDue = (): void => {
    if (isStarting) return;
    isStarting = true;
    startDueScans(core, { onRefused: (reason) => log('info', { reason }), onError })
      .catch(onError)
      .finally(() => {
        isStarting = false;
      });
  };
  async function tidy(): Promise<void> {
    await expireCodeScans(core);
    await forgetUnusedTerms(db);
    const yesterday = new Date(now().getTime() - dayMs).toISOString();
    await forgetOldEvents(db, yesterday);
    await forgetOldJobEvents(db, yesterday);
    await forgetOldRuns(db);
    await forgetEndedSessions(core);
    await warnOfExpiringTokens(core);
    const lastMonth = new Date(now().getTime() - mailsKeptMs).toISOString();
    await forgetOldMails(db, lastMonth);
    await forgetOldChatMessages(db, lastMonth);
    await expireReports(core);
    await forgetOldDeliveries(core);
    await forgetOldTrackerDeliveries(core);
    await forgetOldRecords(core);
    await forgetOldCauses(db, new Date(now().getTime() - causesKeptMs).toISOString());
  }
  return {
    tidy,
    start: () => {
      startDue();
      timers.push(
        setInterval(() => tidy().catch(onError), tidyingMs).unref(),
        setInterval(() => askForStates(core).catch(onError), statesMs).unref(),
        setInterval(() => askTrackers(core).catch(onError), statesMs).unref(),
        setInterval(startDue, schedulesMs).unref(),
        setInterval(() => startDueSynchronizations(core).catch(onError), synchronizationsMs).unref(),
      );
    },
    stop: () => {
      for (const timer of timers.splice(0)) clearInterval(timer);
    },
  };
}
