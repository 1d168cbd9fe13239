import * as advisories from './advisories.ts';
import * as chatChannel from './agent/chat-channel.ts';
import * as chatThreads from './agent/chat-threads.ts';
import * as agentConfig from './agent/config.ts';
import * as agentConversations from './agent/conversations.ts';
import * as agentJobStream from './agent/job-stream.ts';
import * as agentJobs from './agent/jobs.ts';
import * as agentMemories from './agent/memories.ts';
import * as agentModels from './agent/models.ts';
import * as agentPlaybooks from './agent/playbooks.ts';
import * as agentResults from './agent/results.ts';
import * as agentSchedules from './agent/schedules.ts';
import * as agentTriggers from './agent/triggers.ts';
import * as aiInventory from './ai-inventory.ts';
import * as dependencies from './dependencies.ts';
import type { AnyEndpoint } from './endpoint.ts';
import * as httpEndpoints from './endpoints.ts';
import * as health from './health.ts';
import * as cloudPosture from './integrations/cloud-posture.ts';
import * as trackers from './integrations/trackers.ts';
import * as investigations from './investigations.ts';
import * as issues from './issues.ts';
import * as mcp from './mcp.ts';
import * as auditLog from './organizations/audit-log.ts';
import * as organizations from './organizations/organizations.ts';
import * as permissionTemplates from './organizations/permission-templates.ts';
import * as scim from './organizations/scim.ts';
import * as signIn from './organizations/sign-in.ts';
import * as teams from './organizations/teams.ts';
import * as tokens from './organizations/tokens.ts';
import * as patches from './patches.ts';
import * as customReports from './reports/custom-reports.ts';
import * as reports from './reports/reports.ts';
import * as code from './repositories/code.ts';
import * as installations from './repositories/installations.ts';
import * as repositories from './repositories/repositories.ts';
import * as scannerSettings from './repositories/scanner-settings.ts';
import * as tags from './repositories/tags.ts';
import * as ruleChecks from './rules/check.ts';
import * as customModels from './rules/custom-models.ts';
import * as packs from './rules/packs.ts';
import * as rules from './rules/rules.ts';
import * as codeScans from './scans/code-scans.ts';
import * as pullRequestChecks from './scans/pull-request-checks.ts';
import * as scanEvents from './scans/scan-events.ts';
import * as scans from './scans/scans.ts';
import * as schedules from './scans/schedules.ts';
import * as semanticSearch from './semantic-search.ts';
import * as stats from './stats.ts';
import * as triage from './triage.ts';

export * from './advisories.ts';
export * from './agent/chat-channel.ts';
export * from './agent/chat-threads.ts';
export * from './agent/config.ts';
export * from './agent/conversations.ts';
export * from './agent/job.ts';
export * from './agent/job-stream.ts';
export * from './agent/jobs.ts';
export * from './agent/memories.ts';
export * from './agent/message.ts';
export * from './agent/models.ts';
export * from './agent/playbooks.ts';
export * from './agent/results.ts';
export * from './agent/schedules.ts';
export * from './agent/scope.ts';
export * from './agent/triggers.ts';
export * from './agent/vocabulary.ts';
export * from './ai-inventory.ts';
export * from './dependencies.ts';
export * from './endpoint.ts';
export * from './endpoints.ts';
export * from './errors.ts';
export * from './fields.ts';
export * from './health.ts';
export * from './integrations/cloud-posture.ts';
export * from './integrations/trackers.ts';
export * from './investigations.ts';
export * from './issue.ts';
export * from './issues.ts';
export * from './mcp.ts';
export * from './organizations/audit-log.ts';
export * from './organizations/organizations.ts';
export * from './organizations/permission-templates.ts';
export * from './organizations/permissions.ts';
export * from './organizations/scim.ts';
export * from './organizations/sign-in.ts';
export * from './organizations/teams.ts';
export * from './organizations/tokens.ts';
export * from './paging.ts';
export * from './patches.ts';
export * from './reports/custom-reports.ts';
export * from './reports/reports.ts';
export * from './repositories/code.ts';
export * from './repositories/installations.ts';
export * from './repositories/repositories.ts';
export * from './repositories/scanner-settings.ts';
export * from './repositories/tags.ts';
export * from './rules/check.ts';
export * from './rules/custom-models.ts';
export * from './rules/packs.ts';
export * from './rules/rules.ts';
export * from './rules/scope.ts';
export * from './scans/code-scans.ts';
export * from './scans/coverage.ts';
export * from './scans/pull-request-checks.ts';
export * from './scans/scan-events.ts';
export * from './scans/scans.ts';
export * from './scans/schedules.ts';
export * from './semantic-search.ts';
export * from './stats.ts';
export * from './triage.ts';
export * from './vocabulary.ts';
export * from './vulnerable-dependency.ts';

/** The whole interface: what the service mounts and the OpenAPI document lists, in this order. */

export const contract = {
  organizations,
  auditLog,
  repositories,
  installations,
  scans,
  pullRequestChecks,
  scanEvents,
  schedules,
  issues,
  triage,
  trackers,
  cloudPosture,
  investigations,
  patches,
  dependencies,
  advisories,
  aiInventory,
  httpEndpoints,
  semanticSearch,
  code,
  ruleChecks,
  codeScans,
  tags,
  teams,
  permissionTemplates,
  scannerSettings,
  tokens,
  signIn,
  scim,
  stats,
  rules,
  customModels,
  packs,
  reports,
  customReports,
  chatThreads,
  agentConfig,
  chatChannel,
  agentConversations,
  agentJobs,
  agentJobStream,
  agentModels,
  agentSchedules,
  agentTriggers,
  agentMemories,
  agentPlaybooks,
  agentResults,
  mcp,
  health,
} as const;

export const interfaceVersion = '1.0.0';

export const endpoints: readonly AnyEndpoint[] = Object.values(contract).flatMap((resource) =>
  Object.values(resource as Record<string, unknown>).filter(isEndpoint),
);

function isEndpoint(value: unknown): value is AnyEndpoint {
  return (
    typeof value === 'object' && value !== null && 'kind' in value && 'path' in value && 'request' in value
  );
}
