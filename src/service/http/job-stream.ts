import type { Context } from 'hono';
import type { ParsedRequestOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import { jobEventsAfter, lastEventOf } from '../agent/conversations/events.ts';
import { visibleJob } from '../agent/conversations/jobs.ts';
import { isActive, jobInReach, jobRow } from '../agent/conversations/rows.ts';
import { agentPermissions } from '../core/agent-access.ts';
import type { Caller } from '../core/context.ts';
import { byRow, reachOf } from '../core/reach.ts';
import type { ServiceCore } from '../service-core.ts';
import { credentialStands } from '../sign-in/credential.ts';
import type { Environment } from './environment.ts';
import { type Log, lastEventId, logStream, type StreamOptions } from './log-stream.ts';

/** How often, at most, a stream looks whether its caller still sees the job. */
const lookMs = 1_000;

/**
 * A job's events from its log. Who resumes after the last of them, `done`, has everything: 204.
 * @throws Refusal 404, 403, and 400 for a `Last-Event-ID` that is none
 */
export async function jobStream(
  c: Context<Environment>,
  core: ServiceCore,
  caller: Caller,
  request: ParsedRequestOf<typeof contract.agentJobStream.jobStream>,
  options: StreamOptions,
): Promise<Response> {
  const job = await visibleJob(core, caller, request, 'AGENT_VIEW');
  const asked = lastEventId(c);
  const last = asked === 0 ? undefined : await lastEventOf(core.db, job.id);
  if (last?.type === 'done' && asked === last.id) return c.body(null, 204);
  // An id beyond the last was given before a power cut took the end of the log: then all of it is told again.
  const from = last !== undefined && asked > last.id ? 0 : asked;
  const log: Log = {
    id: job.id,
    present: {
      event: 'job.status',
      data: {
        jobId: job.id,
        status: job.status,
        ...(job.stage === null ? {} : { stage: job.stage }),
        ...(job.error_message === null ? {} : { errorMessage: job.error_message }),
      },
    },
    after: (id, limit) => jobEventsAfter(core.db, job.id, id, limit),
    end: endOf(core, caller, job.id),
    refused: async () => ((await credentialStands(core, caller)) ? undefined : tokenIsOver),
  };
  return logStream(c, core.channel, log, from, options);
}

const tokenIsOver = {
  event: 'error',
  data: { message: 'The token of this stream has expired or was revoked. The job goes on.' },
};

/** Ends the stream of a job that its caller does not see any more. The end itself is an event of the log. */
function endOf(core: ServiceCore, caller: Caller, jobId: string): Log['end'] {
  let looked = performance.now();
  return async () => {
    if (performance.now() - looked < lookMs) return undefined;
    looked = performance.now();
    const job = await jobRow(core.db, jobId);
    if (!job) return 'gone';
    const permissions = await agentPermissions(core.db, job.organization_id, caller.userId);
    if (!permissions.includes('AGENT_VIEW')) return 'gone';
    const reach = byRow(await reachOf(core.db, caller, job.organization_id));
    if (!(await jobInReach(core.db, reach, jobId))) return 'gone';
    if (isActive(job)) return undefined;
    return (await lastEventOf(core.db, jobId))?.id ?? 'gone';
  };
}
