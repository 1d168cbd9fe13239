import type { Context } from 'hono';
import type { ParsedRequestOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { Caller } from '../core/context.ts';
import { seesRepository } from '../core/reach.ts';
import { withModelsInEvents } from '../issues/fixable.ts';

import { scanEventsAfter } from '../scans/scan-events.ts';
import { isFinished, scanRow } from '../scans/scans.ts';
import type { ServiceCore } from '../service-core.ts';
import { credentialStands } from '../sign-in/credential.ts';
import type { Environment } from './environment.ts';
import { type Log, lastEventId, logStream, type StreamOptions } from './log-stream.ts';

/** How often, at most, a stream looks whether its caller still sees the scan. */
const lookMs = 1_000;

/** A scan's events from its log. @throws Refusal 404, and 400 for a `Last-Event-ID` that is none */
export async function scanStream(
  c: Context<Environment>,
  core: ServiceCore,
  caller: Caller,
  request: ParsedRequestOf<typeof contract.scanEvents.scanEvents>,
  options: StreamOptions,
): Promise<Response> {
  const scan = await scanRow(core, caller, request);
  const log = {
    id: scan.id,
    present: {
      event: 'scan.status',
      data: {
        scanId: scan.id,
        status: scan.status,
        ...(scan.error_message === null ? {} : { errorMessage: scan.error_message }),
      },
    },
    after: async (id: number, limit: number) => {
      const log = await scanEventsAfter(core, scan.id, id, limit);
      return { ...log, events: await withModelsInEvents(core, log.events) };
    },
    end: endOf(core, caller, scan.id),
    refused: async () => ((await credentialStands(core, caller)) ? undefined : tokenIsOver),
  };
  return logStream(c, core.channel, log, lastEventId(c), options);
}

const tokenIsOver = {
  event: 'error',
  data: { message: 'The token of this stream has expired or was revoked. The scan goes on.' },
};

/**
 * The id of a scan's `done`, if it has been written; `gone` when the scan was deleted with its repository, or its caller
 * does not see that any more.
 */
function endOf(core: ServiceCore, caller: Caller, scanId: string): Log['end'] {
  let looked = performance.now();
  return async () => {
    const row = await core.db
      .selectFrom('scans')
      .select(['status', 'organization_id', 'repository_id'])
      .where('id', '=', scanId)
      .executeTakeFirst();
    if (!row) return 'gone';
    if (performance.now() - looked >= lookMs) {
      looked = performance.now();
      if (!(await seesRepository(core.db, caller, row))) return 'gone';
    }
    // `done` is written just after the status: give it the moment it takes.
    if (!isFinished(row.status)) return undefined;
    const done = await core.db
      .selectFrom('scan_events')
      .select('id')
      .where('scan_id', '=', scanId)
      .where('type', '=', 'done')
      .executeTakeFirst();
    return done?.id;
  };
}
