import { agent } from './agent.ts';
import { agentAutomation } from './agent-automation.ts';
import { agentReach } from './agent-reach.ts';
import { aiInventory } from './ai-inventory.ts';
import { code } from './code.ts';
import { codeScans } from './code-scans.ts';
import { concurrency } from './concurrency.ts';
import { dependencies } from './dependencies.ts';
import { everyOperation } from './every-operation.ts';
import { issues } from './issues.ts';
import { monorepos } from './monorepos.ts';
import { organizations } from './organizations.ts';
import { packs } from './packs.ts';
import { patches } from './patches.ts';
import { pullRequests } from './pull-requests.ts';
import { reports } from './reports.ts';
import { repositories } from './repositories.ts';
import { rules } from './rules.ts';
import { scannerSettings } from './scanner-settings.ts';
import { scans } from './scans.ts';
import { scope } from './scope.ts';
import { semanticSearch } from './semantic-search.ts';
import { specifiedOperations } from './specified-operations.ts';
import type { Target, TargetOf } from './target.ts';
import { teams } from './teams.ts';
import { tokens } from './tokens.ts';
import { triage } from './triage.ts';
import { wireForm } from './wire-form.ts';

export type { Target, TargetOf, TokenPair } from './target.ts';

/** Declares the tests of one service; `target` is asked for only while they run. */
export function describeConformance(target: TargetOf): void {
  for (const part of [
    everyOperation,
    specifiedOperations,
    scope,
    wireForm,
    concurrency,
    organizations,
    repositories,
    monorepos,
    scans,
    pullRequests,
    scannerSettings,
    teams,
    issues,
    triage,
    patches,
    aiInventory,
    semanticSearch,
    dependencies,
    code,
    codeScans,
    tokens,
    reports,
    rules,
    packs,
    agent,
    agentAutomation,
    agentReach,
  ]) {
    part(target);
  }
}

/** Declares the tests of a service that is up: two organizations' admins are all it takes. */
export function runConformance(
  baseUrl: string,
  credentials: Pick<Target, 'admin' | 'stranger'> & Partial<Target>,
): void {
  describeConformance(() => ({ ...credentials, baseUrl: baseUrl.replace(/\/+$/, '') }));
}
