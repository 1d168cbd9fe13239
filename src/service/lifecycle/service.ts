import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { type PutAside, putAsideText } from '../../api/put-aside.ts';
import { chooseAnalyst } from '../agent/analyst/choose-analyst.ts';
import { createAutomation } from '../agent/automations/automation.ts';
import { forgetOldRuns } from '../agent/automations/run-retention.ts';
import { forgetOldJobEvents } from '../agent/conversations/events.ts';
import { executeAgentJob } from '../agent/conversations/execution.ts';
import { agentSlots, mayRunNow } from '../agent/conversations/queue.ts';
import { failAgentJob, resumeAgentJobs } from '../agent/conversations/restart.ts';
import { memoriesFor } from '../agent/memories.ts';
import { type AgentCore, type AgentSetup, usualLimits } from '../agent/setup.ts';
import { forgetUnusedTerms } from '../ai-inventory/ai-inventory-record.ts';
import type { ScanRunner } from '../analysis/scan-runner.ts';
import { executeCodeScan, failCodeScan } from '../code-scans/code-scan-execution.ts';
import { expireCodeScans } from '../code-scans/code-scans.ts';
import { createChannel } from '../core/channel.ts';
import { cursorsOf } from '../core/cursors.ts';
import { Refusal } from '../core/errors.ts';
import { forgetOldCauses } from '../core/event-outbox.ts';
import { createApp } from '../http/app.ts';
import { bindings } from '../http/bindings.ts';
import type { Environment, Log } from '../http/environment.ts';
import { forgetUnanswered } from '../http/idempotency.ts';
import { inProcess } from '../http/in-process.ts';
import {
  executeInvestigation,
  failInvestigation,
  resumeInvestigations,
} from '../investigations/investigation-execution.ts';
import { reasoner } from '../investigations/reasoning.ts';
import { createJobRunner } from '../jobs/runner.ts';
import { type KnownModel, ModelRegistry } from '../models/model-registry.ts';
import { patchAuthor } from '../patches/author/author.ts';
import { executePatch, failPatch, resumePatches } from '../patches/patch-execution.ts';
import { forgetOldEvents } from '../scans/scan-events.ts';
import { executeScan, failScan, interrupted } from '../scans/scan-execution.ts';
import { startDueScans } from '../scans/schedules.ts';
import { openServerStore, openStore } from '../store/open.ts';
import { createActivity } from './activity.ts';

export interface ServiceOptions {
  readonly dataFolder: string;
  /** Address of a PostgreSQL database that is the store, in the place of a file in the folder. */
  readonly database?: string | undefined;
  readonly runner: ScanRunner;
  readonly version: string;
  /** The address it is bound to. */
  readonly host: string;
  readonly localRepositories: boolean;
  /** True where every caller is the user that the service runs as. */
  readonly ownSockets?: boolean;
  readonly log: Log;
  readonly now?: () => Date;
  readonly heartbeatMs?: number;
  /** The language model that whoever runs the service gives everyone. */
  readonly model?: KnownModel | undefined;
  /** What the agent's jobs work with, where it is not what is usual. */
  readonly agent?: Partial<AgentSetup>;
}

/** The service without its socket: what answers, what works, and how both come to an end. */
export interface Service {
  readonly app: Hono<Environment>;
  readonly core: AgentCore;
  readonly instanceId: string;
  readonly putAside: readonly PutAside[];
  /** Settles what a killed process left behind, then begins with the queue. */
  start(): Promise<void>;
  /** Milliseconds without a request, a stream or a job. */
  idleMs(): number;
  /** Refuses new work, ends streams, stops jobs and closes the store, all in bounded time. */
  stop(): Promise<void>;
}

const dayMs = 86_400_000;
const drainMs = 5_000;
const housekeepingMs = 3_600_000;
const schedulesMs = 30_000;
/** Far longer than a scan or a patch can take. */
const causesKeptMs = 7 * dayMs;

/** @throws when the data folder cannot be used; a damaged database is put aside instead. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { dataFolder, log, now = () => new Date() } = options;
  const store = options.database
    ? await openServerStore(options.database, true)
    : await openStore(dataFolder, now);
  const { db } = store;
  const instanceId = randomUUID();
  const activity = createActivity();
  const stopping = new AbortController();
  const channel = createChannel();
  const scratch = join(dataFolder, 'scratch');
  let started = false;

  const models = new ModelRegistry(options.model);
  const core: AgentCore = {
    db,
    now,
    localRepositories: options.localRepositories,
    ownSockets: options.ownSockets ?? false,
    happened: () => automation.wake(),
    cursors: await cursorsOf(db),
    runner: options.runner,
    channel,
    scratch,
    work: { wake: () => jobs.wake(), abort: (subjectId) => jobs.abort(subjectId) },
    models,
    agent: {
      chooseAnalyst: (organizationId, repositoryId) =>
        chooseAnalyst({ db, runner: options.runner }, models, organizationId, repositoryId),
      warm: () => void warmAgent().catch(onError),
      tools: async () => (await import('../../agent/toolset.ts')).toolset,
      memories: memoriesFor,
      calls: inProcess(() => core, bindings),
      limits: usualLimits,
      ...options.agent,
    },
  };
  const onError = (error: unknown): void =>
    log('error', { error: error instanceof Error ? (error.stack ?? error.message) : 'unknown' });
  const jobs = createJobRunner({
    db,
    owner: instanceId,
    now,
    alone: true,
    onError,
    handlers: {
      scan: {
        run: (id, signal) => executeScan(core, id, signal),
        interrupted: (id) => failScan(core, id, interrupted),
      },
      'code-scan': {
        run: (id, signal) => executeCodeScan(core, id, signal),
        interrupted: (id) => failCodeScan(core, id, interrupted),
      },
      investigation: {
        run: (id, signal) => executeInvestigation({ ...core, reason: reasoner(core, models) }, id, signal),
        interrupted: (id) => failInvestigation(core, id, interrupted),
      },
      patch: {
        run: (id, signal) => executePatch({ ...core, author: patchAuthor(core, models) }, id, signal),
        interrupted: (id) => failPatch(core, id, interrupted),
        // Analyses take turns; what a language model thinks about holds up no other patch.
        slots: 4,
      },
      agent: {
        run: (id, signal) => executeAgentJob(core, id, signal, onError),
        interrupted: (id) => failAgentJob(core, id),
        slots: agentSlots,
        mayRun: mayRunNow,
      },
    },
  });
  const automation = createAutomation(core, onError);
  const app = createApp({
    core,
    version: options.version,
    boundTo: options.host,
    log,
    notices: store.putAside.map(putAsideText),
    notServing: () => {
      if (stopping.signal.aborted) return new Refusal(503, 'The service is stopping.', { retryAfter: 2 });
      return started ? undefined : new Refusal(503, 'The service is starting.', { retryAfter: 1 });
    },
    activity: () => activity.begin(),
    streams: {
      stopping: stopping.signal,
      opened: () => activity.begin(),
      ...(options.heartbeatMs === undefined ? {} : { heartbeatMs: options.heartbeatMs }),
    },
  });
  async function housekeep(): Promise<void> {
    await expireCodeScans(core);
    await forgetUnusedTerms(db);
    const yesterday = new Date(now().getTime() - dayMs).toISOString();
    await forgetOldEvents(db, yesterday);
    await forgetOldJobEvents(db, yesterday);
    await forgetOldRuns(db);
    await forgetOldCauses(db, new Date(now().getTime() - causesKeptMs).toISOString());
  }
  const startDue = (): void => {
    startDueScans(core, (reason) => log('info', { reason })).catch(onError);
  };
  let schedules: NodeJS.Timeout | undefined;
  let housekeeping: NodeJS.Timeout | undefined;
  let stopped: Promise<void> | undefined;

  return {
    app,
    core,
    instanceId,
    putAside: store.putAside,
    start: async () => {
      rmSync(scratch, { recursive: true, force: true });
      mkdirSync(scratch, { recursive: true, mode: 0o700 });
      await forgetUnanswered(core);
      await housekeep();
      housekeeping = setInterval(() => housekeep().catch(onError), housekeepingMs);
      housekeeping.unref();
      await resumePatches(core);
      await resumeInvestigations(core);
      await resumeAgentJobs(core);
      await jobs.start();
      startDue();
      schedules = setInterval(startDue, schedulesMs);
      schedules.unref();
      automation.start();
      started = true;
    },
    idleMs: () => (jobs.busy ? 0 : activity.idleMs()),
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };

  async function stop(): Promise<void> {
    clearInterval(housekeeping);
    clearInterval(schedules);
    stopping.abort();
    try {
      await automation.stop();
      await jobs.stop();
      await options.runner.close();
      await activity.settled(drainMs);
    } finally {
      await store.close();
    }
  }
}

async function warmAgent(): Promise<void> {
  await import('../agent/analyst/deterministic/analyst.ts');
  await import('../../agent/toolset.ts');
}
