import { executeAgentJob } from '../agent/conversations/execution.ts';
import { agentSlots, mayRunNow } from '../agent/conversations/queue.ts';
import { failAgentJob } from '../agent/conversations/restart.ts';
import type { AgentCore } from '../agent/setup.ts';
import { executeCodeScan, failCodeScan } from '../code-scans/code-scan-execution.ts';
import { executeInvestigation, failInvestigation } from '../investigations/investigation-execution.ts';
import { functionNamer } from '../investigations/named-functions.ts';
import { reasoner } from '../investigations/reasoning.ts';
import type { JobHandler } from '../jobs/work.ts';
import { patchAuthor } from '../patches/author/author.ts';
import { executePatch, failPatch } from '../patches/patch-execution.ts';
import { executeScan, failScan, interrupted } from '../scans/scan-execution.ts';
import type { JobKind } from '../store/tables/job-tables.ts';

/** Who does the jobs of each kind. */
export function jobHandlers(
  core: AgentCore,
  onError: (error: unknown) => void,
): Readonly<Record<JobKind, JobHandler>> {
  const { models } = core;
  return {
    scan: {
      run: (id, signal) => executeScan(core, id, signal),
      interrupted: (id) => failScan(core, id, interrupted),
    },
    // Beside the scans of branches.
    'pull-request-scan': {
      run: (id, signal) => executeScan(core, id, signal),
      interrupted: (id) => failScan(core, id, interrupted),
    },
    'code-scan': {
      run: (id, signal) => executeCodeScan(core, id, signal),
      interrupted: (id) => failCodeScan(core, id, interrupted),
    },
    investigation: {
      run: (id, signal) =>
        executeInvestigation(
          { ...core, reason: reasoner(core, models), nameFunctions: functionNamer(core, models) },
          id,
          signal,
        ),
      interrupted: (id) => failInvestigation(core, id, interrupted),
    },
    patch: {
      run: (id, signal) => executePatch({ ...core, author: patchAuthor(core, models) }, id, signal),
      interrupted: (id) => failPatch(core, id, interrupted),
      // Analyses take turns; what a language model thinks about holds up no other patch.
      slots: 4,
    },
    webhook: {
      run: async (id, signal) =>
        await (await import('../providers/webhooks/work.ts')).executeDelivery(core, id, signal),
      interrupted: async () => undefined,
      slots: 4,
    },
    'tracker-state': {
      run: async (id, signal) =>
        await (await import('../integrations/trackers/states.ts')).askForState(core, id, signal),
      // It is asked for again with the others.
      interrupted: async () => undefined,
      slots: 4,
    },
    'pull-request-report': {
      run: async (id, signal) =>
        await (await import('../providers/reports/queue.ts')).executeReport(core, id, signal),
      interrupted: async () => undefined,
      slots: 4,
    },
    report: {
      run: async (id, signal) =>
        await (await import('../reports/report-execution.ts')).executeReport(core, id, signal),
      interrupted: async (id) => await (await import('../reports/report-execution.ts')).failReport(core, id),
      slots: 2,
    },
    'cloud-posture': {
      run: async (id, signal) =>
        await (await import('../integrations/cloud-posture/synchronizing.ts')).synchronize(core, id, signal),
      // Its time comes again.
      interrupted: async () => undefined,
      slots: 2,
    },
    agent: {
      run: (id, signal) => executeAgentJob(core, id, signal, onError),
      interrupted: (id) => failAgentJob(core, id),
      slots: agentSlots,
      mayRun: mayRunNow,
    },
  };
}
