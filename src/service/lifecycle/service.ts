import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { type PutAside, putAsideText } from '../../api/put-aside.ts';
import { chooseAnalyst } from '../agent/analyst/choose-analyst.ts';
import { createAutomation } from '../agent/automations/automation.ts';
import { resumeAgentJobs } from '../agent/conversations/restart.ts';
import { memoriesFor } from '../agent/memories.ts';
import { type AgentCore, type AgentSetup, usualLimits } from '../agent/setup.ts';
import { defaultScanAssets } from '../analysis/assets.ts';
import type { ScanRunner } from '../analysis/scan-runner.ts';
import { createChannel } from '../core/channel.ts';
import { cursorsOf } from '../core/cursors.ts';
import { Refusal } from '../core/errors.ts';
import { openOutbound } from '../core/outbound.ts';
import { PublicAddress } from '../core/public-address.ts';
import type { Reachable } from '../core/reachable.ts';
import { createSealer, keyOfFolder } from '../core/sealed.ts';
import type { Advisories } from '../dependencies/advisories.ts';
import { AdvisoryJobs } from '../dependencies/advisory-jobs.ts';
import { advisoryFolderOf } from '../dependencies/sources/snapshot-folder.ts';
import { createApp } from '../http/app.ts';
import { bindings } from '../http/bindings.ts';
import type { Environment, Log } from '../http/environment.ts';
import { forgetUnanswered } from '../http/idempotency.ts';
import { inProcess } from '../http/in-process.ts';
import type { StreamOptions } from '../http/log-stream.ts';
import { resumeInvestigations } from '../investigations/investigation-execution.ts';
import { createJobRunner } from '../jobs/runner.ts';
import type { MailOptions } from '../mail/mail-options.ts';
import { createMailer, type MailerOptions } from '../mail/mailer.ts';
import { type MirrorLimits, usualMirrorLimits } from '../mirrors/limits.ts';
import { WorkingCopies } from '../mirrors/working-copies.ts';
import { type KnownModel, ModelRegistry } from '../models/model-registry.ts';
import { resumePatches } from '../patches/patch-execution.ts';
import { ConnectedProviders } from '../providers/connected.ts';
import { queuedReports, resumeReports } from '../providers/reports/queue.ts';
import { resumeDeliveries } from '../providers/webhooks/work.ts';
import { ReportFiles } from '../reports/report-files.ts';
import { tidyReportFiles } from '../reports/reports.ts';
import { endDeletions } from '../repositories/deletion.ts';
import type { PullRequestReports } from '../scans/pull-requests/reports.ts';
import { OpenId } from '../sign-in/openid.ts';
import type { OpenIdOptions } from '../sign-in/openid-options.ts';
import type { Database } from '../store/dialect.ts';
import { openServerStore, openStore, type Store } from '../store/open.ts';
import { type Activity, createActivity } from './activity.ts';
import { createChores } from './chores.ts';
import { jobHandlers } from './job-handlers.ts';

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
  /** Where browsers reach it, through whatever is in front of it. */
  readonly publicUrl?: URL | undefined;
  /** The mail server of whoever runs the service. */
  readonly mail?: MailOptions | undefined;
  readonly mailLimits?: MailerOptions['limits'];
  /** Where people sign in. */
  readonly openId?: OpenIdOptions | undefined;
  /** Hosts in the service’s own network that repositories may be fetched from. */
  readonly allowedHosts?: ReadonlySet<string> | undefined;
  /** Seals credentials in the store, in the place of a key in the folder. */
  readonly secretKey?: Buffer | undefined;
  /** Where they are not the usual ones. */
  readonly mirrorLimits?: Partial<MirrorLimits>;
  /** The language model that whoever runs the service gives everyone. */
  readonly model?: KnownModel | undefined;
  /** The mirror of advisories that whoever runs the service names. */
  readonly advisoryMirror?: URL | undefined;
  /** Who is told of scans of pull requests, where somebody is. */
  readonly pullRequestReports?: PullRequestReports;
  /** The folder with the dashboard's assets; without one none is served. */
  readonly dashboard?: string | undefined;
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

const drainMs = 5_000;

/** @throws when the data folder cannot be used; a damaged database is put aside instead. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { dataFolder, log, now = () => new Date() } = options;
  const store = await storeOf(options, now);
  const { db } = store;
  const instanceId = randomUUID();
  const activity = createActivity();
  const stopping = new AbortController();
  const scratch = join(dataFolder, 'scratch');
  let started = false;
  const onError = (error: unknown): void =>
    log('error', { error: error instanceof Error ? (error.stack ?? error.message) : 'unknown' });
  const advisories = advisoriesOf(options, activity, onError);

  const dealings = dealingsOf(options, db);
  const mailer = mailerOf(options, { db, now, ...dealings }, onError);
  const core: AgentCore = {
    db,
    now,
    localRepositories: options.localRepositories,
    ownSockets: options.ownSockets ?? false,
    version: options.version,
    happened: () => automation.wake(),
    cursors: await cursorsOf(db),
    runner: options.runner,
    workingCopies: workingCopiesOf(options),
    channel: createChannel(),
    scratch,
    reportFiles: new ReportFiles(join(dataFolder, 'reports')),
    work: { wake: () => jobs.wake(), abort: (subjectId) => jobs.abort(subjectId) },
    advisories,
    models: new ModelRegistry(options.model),
    ...dealings,
    mailer,
    pullRequestReports: reportsOf(options, () => core, onError),
    agent: {
      ...usualAgent(() => core, onError),
      ...options.agent,
    },
  };
  const jobs = createJobRunner({
    db,
    owner: instanceId,
    now,
    alone: true,
    onError,
    handlers: jobHandlers(core, onError),
  });
  const automation = createAutomation(core, onError);
  const app = createApp({
    core,
    version: options.version,
    boundTo: options.host,
    dashboard: options.dashboard,
    log,
    notices: store.putAside.map(putAsideText),
    notServing: () => {
      if (stopping.signal.aborted) return new Refusal(503, 'The service is stopping.', { retryAfter: 2 });
      return started ? undefined : new Refusal(503, 'The service is starting.', { retryAfter: 1 });
    },
    activity: () => activity.begin(),
    streams: streamsOf(options, stopping.signal, activity),
  });
  const chores = createChores(core, log, onError);
  let stopped: Promise<void> | undefined;

  return {
    app,
    core,
    instanceId,
    putAside: store.putAside,
    start: async () => {
      empty(scratch);
      await forgetUnanswered(core);
      await chores.tidy();
      await resumeJobs(core);
      await jobs.start();
      chores.start();
      automation.start();
      mailer.start();
      started = true;
    },
    idleMs: () => (jobs.busy ? 0 : activity.idleMs()),
    stop: () => (stopped ??= stop()),
  };

  async function stop(): Promise<void> {
    chores.stop();
    stopping.abort();
    try {
      await Promise.all([automation.stop(), mailer.stop()]);
      await advisories.jobs.stop();
      await jobs.stop();
      await Promise.all([options.runner.close(), core.outbound[Symbol.asyncDispose]()]);
      await activity.settled(drainMs);
    } finally {
      await store.close();
    }
  }
}

function mailerOf(
  { mail: server, mailLimits: limits }: ServiceOptions,
  core: MailerOptions['core'],
  onError: (error: unknown) => void,
) {
  return createMailer({ core, server, limits, onError });
}

function streamsOf(
  { heartbeatMs }: ServiceOptions,
  stopping: AbortSignal,
  activity: Activity,
): StreamOptions {
  const opened = () => activity.begin();
  return { stopping, opened, ...(heartbeatMs === undefined ? {} : { heartbeatMs }) };
}

/** Makes a folder of this user's alone, without what was in it. */
function empty(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

function storeOf({ database, dataFolder }: ServiceOptions, now: () => Date): Promise<Store> {
  return database ? openServerStore(database, true) : openStore(dataFolder, now);
}

function advisoriesOf(
  { dataFolder, advisoryMirror, now = () => new Date() }: ServiceOptions,
  activity: Activity,
  onError: (error: unknown) => void,
): Advisories {
  const folder = advisoryFolderOf(dataFolder);
  const jobs = new AdvisoryJobs({ folder, now, begin: () => activity.begin(), onError });
  return { embedded: defaultScanAssets().advisories, folder, jobs, mirror: advisoryMirror };
}

/** Puts into the queue again what a stopped service had not ended. */
async function resumeJobs(core: AgentCore): Promise<void> {
  await endDeletions(core);
  await tidyReportFiles(core);
  await resumePatches(core);
  await resumeInvestigations(core);
  await resumeAgentJobs(core);
  await resumeDeliveries(core);
  await resumeReports(core);
}

/** Who uses a service of their own reaches their own network, and git servers there. */
function reachableOf({ ownSockets, allowedHosts }: ServiceOptions): Reachable {
  return { mayBePrivate: ownSockets ?? false, allowedHosts: allowedHosts ?? new Set() };
}

function reportsOf(
  { pullRequestReports }: ServiceOptions,
  core: () => AgentCore,
  onError: (error: unknown) => void,
): PullRequestReports {
  return pullRequestReports ?? queuedReports(core, onError);
}

/** What the service deals with other servers by. */
function dealingsOf(
  options: ServiceOptions,
  db: Database,
): Pick<AgentCore, 'openId' | 'outbound' | 'publicAddress' | 'sealer' | 'providers'> {
  const outbound = openOutbound(reachableOf(options));
  const sealer = createSealer(options.secretKey ?? (() => keyOfFolder(options.dataFolder)));
  return {
    publicAddress: new PublicAddress(options.publicUrl),
    outbound,
    sealer,
    providers: new ConnectedProviders({ db, outbound, sealer }),
    openId: options.openId && new OpenId(options.openId, outbound),
  };
}

function workingCopiesOf(options: ServiceOptions): WorkingCopies {
  return new WorkingCopies(join(options.dataFolder, 'repositories'), {
    limits: { ...usualMirrorLimits, ...options.mirrorLimits },
    ...reachableOf(options),
  });
}

/** What the agent's jobs work with. */
function usualAgent(core: () => AgentCore, onError: (error: unknown) => void): AgentSetup {
  return {
    chooseAnalyst: (organizationId, repositoryId) =>
      chooseAnalyst(core(), core().models, organizationId, repositoryId),
    warm: () => void warmAgent().catch(onError),
    tools: async () => (await import('../../agent/toolset.ts')).toolset,
    memories: memoriesFor,
    calls: inProcess(core, bindings),
    limits: usualLimits,
  };
}

async function warmAgent(): Promise<void> {
  await import('../agent/analyst/deterministic/analyst.ts');
  await import('../../agent/toolset.ts');
}
