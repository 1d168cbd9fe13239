import { contract } from '../../api/contract/index.ts';
import { issueStatusOf } from '../../api/contract/vocabulary.ts';
import { searchAiComponents, searchAiInventory } from '../ai-inventory/ai-inventory.ts';
import { submitChanges } from '../code-scans/changed-code.ts';
import {
  cancelCodeScan,
  getCodeScanResults,
  getCodeScanStatus,
  submitCodeScan,
} from '../code-scans/code-scans.ts';
import {
  cancelAdvisoryUpdate,
  importAdvisories,
  listAdvisories,
  removeAdvisories,
  updateAdvisories,
} from '../dependencies/advisories.ts';
import { searchPackages } from '../dependencies/packages.ts';
import { exportVex } from '../dependencies/vex-export.ts';
import { importVex } from '../dependencies/vex-import.ts';
import { getVulnerability, searchVulnerabilities } from '../dependencies/vulnerabilities.ts';
import { listEndpoints } from '../endpoints/endpoints.ts';
import { cancelInvestigation, requestInvestigation } from '../investigations/investigations.ts';
import { askingModel, askingModels } from '../issues/fixable.ts';
import { updateIssueSeverity } from '../issues/issue-severity.ts';
import {
  archiveIssues,
  markFalsePositive,
  markTruePositive,
  setIssueStatus,
  unarchiveIssues,
  updateIssueNote,
  updateIssueStatuses,
} from '../issues/issue-triage.ts';
import { getIssue, listIssues, searchIssues } from '../issues/issues.ts';
import { statsSummary } from '../issues/stats.ts';
import { statsHistory } from '../issues/stats-history.ts';
import { triageRationales } from '../issues/triage-history.ts';
import { inviteMember } from '../organizations/invitations.ts';
import { listMembers, removeMember, updateMemberRole } from '../organizations/members.ts';
import { createOrganization, deleteOrganization, listOrganizations } from '../organizations/organizations.ts';
import { createToken, deleteToken, listTokens } from '../organizations/tokens.ts';
import { approvePatch, cancelPatch, generatePatch, getPatch, patchStatuses } from '../patches/patches.ts';
import { openPullRequest } from '../patches/pull-requests/open.ts';
import {
  connectInstallation,
  deleteInstallation,
  listHostedRepositories,
  listInstallations,
  updateInstallation,
} from '../providers/installations.ts';
import { listFiles, readCode, searchCode } from '../repositories/code.ts';
import { deleteRepositories } from '../repositories/deletion.ts';
import { listLocalFiles } from '../repositories/local-files.ts';
import {
  addLocalRepository,
  addRepository,
  addRepositoryByUrl,
  getRepository,
  listRepositories,
  resolveRepositoryByUrl,
} from '../repositories/repositories.ts';
import { serveRepository } from '../repositories/serve.ts';
import { createTag, deleteTag, listTags, updateTag } from '../repositories/tags.ts';
import { bypassPullRequestCheck } from '../scans/pull-requests/bypass.ts';
import {
  cancelScan,
  getScan,
  listScans,
  rescanPullRequest,
  scanRepository,
  startScans,
} from '../scans/scans.ts';
import { deleteScanSchedule, getScanSchedules, upsertScanSchedule } from '../scans/schedules.ts';
import { searchEndpointsByMeaning } from '../search/endpoint-search.ts';
import { searchIssuesByMeaning } from '../search/issue-search.ts';
import {
  deleteScannerSettings,
  getScannerSettings,
  updateScannerSettings,
} from '../settings/scanner-settings.ts';
import { accountBindings } from './account-bindings.ts';
import { agentBindings } from './agent-bindings.ts';
import { type Binding, bind } from './bind.ts';
import { integrationBindings } from './integration-bindings.ts';
import { reportBindings } from './report-bindings.ts';
import { ruleBindings } from './rule-bindings.ts';
import { teamBindings } from './team-bindings.ts';

const {
  organizations,
  repositories,
  installations,
  pullRequestChecks,
  scans,
  schedules,
  scannerSettings,
  issues,
  triage,
  investigations,
  patches,
  aiInventory,
  httpEndpoints,
  semanticSearch,
  code,
  codeScans,
  dependencies,
  advisories,
  tags,
  tokens,
  stats,
} = contract;

/** Every operation of the contract that takes a token and answers JSON. */
export const bindings: readonly Binding[] = [
  bind(organizations.createOrganization, createOrganization),
  bind(organizations.listOrganizations, listOrganizations),
  bind(organizations.deleteOrganization, deleteOrganization),
  bind(organizations.listMembers, listMembers),
  bind(organizations.inviteMember, inviteMember, { showsSecret: true }),
  bind(organizations.updateMemberRole, updateMemberRole),
  bind(organizations.removeMember, removeMember),
  bind(repositories.addRepository, addRepository),
  bind(repositories.addRepositoryByUrl, addRepositoryByUrl),
  bind(repositories.addLocalRepository, addLocalRepository),
  bind(repositories.resolveRepositoryByUrl, resolveRepositoryByUrl),
  bind(repositories.listRepositories, listRepositories),
  bind(repositories.getRepository, getRepository),
  bind(repositories.deleteRepositories, deleteRepositories),
  bind(repositories.scanRepository, scanRepository),
  bind(installations.connectInstallation, connectInstallation, { showsSecret: true }),
  bind(installations.listInstallations, listInstallations),
  bind(installations.updateInstallation, updateInstallation, { showsSecret: true }),
  bind(installations.deleteInstallation, deleteInstallation),
  bind(installations.listHostedRepositories, listHostedRepositories),
  bind(installations.serveRepository, serveRepository),
  bind(scans.startScans, startScans),
  bind(scans.cancelScan, cancelScan),
  bind(scans.rescanPullRequest, rescanPullRequest),
  bind(pullRequestChecks.bypassPullRequestCheck, bypassPullRequestCheck),
  bind(scans.listScans, listScans),
  bind(scans.getScan, getScan),
  bind(schedules.getScanSchedules, getScanSchedules),
  bind(schedules.upsertScanSchedule, upsertScanSchedule),
  bind(schedules.deleteScanSchedule, deleteScanSchedule),
  bind(scannerSettings.getScannerSettings, getScannerSettings),
  bind(scannerSettings.updateScannerSettings, updateScannerSettings),
  bind(scannerSettings.deleteScannerSettings, deleteScannerSettings),
  bind(issues.searchIssues, askingModels(searchIssues)),
  bind(issues.listIssues, askingModels(listIssues)),
  bind(issues.getIssue, askingModel(getIssue)),
  bind(issues.getIssueV1, (core, caller, { issueId, ...request }) =>
    askingModel(getIssue)(core, caller, { ...request, id: issueId }),
  ),
  bind(issues.setIssueStatus, (core, caller, request) =>
    askingModel(setIssueStatus)(core, caller, { ...request, status: issueStatusOf(request.status) }),
  ),
  bind(issues.updateIssueStatuses, askingModels(updateIssueStatuses)),
  bind(issues.updateIssueNote, askingModel(updateIssueNote)),
  bind(issues.archiveIssues, askingModels(archiveIssues)),
  bind(issues.unarchiveIssues, askingModels(unarchiveIssues)),
  bind(issues.markTruePositive, askingModels(markTruePositive)),
  bind(issues.markFalsePositive, askingModels(markFalsePositive)),
  bind(triage.updateIssueSeverity, askingModels(updateIssueSeverity)),
  bind(triage.triageRationales, triageRationales),
  bind(investigations.requestInvestigation, requestInvestigation),
  bind(investigations.cancelInvestigation, cancelInvestigation),
  bind(patches.generatePatch, generatePatch),
  bind(patches.patchStatuses, patchStatuses),
  bind(patches.getPatch, getPatch),
  bind(patches.cancelPatch, cancelPatch),
  bind(patches.approvePatch, approvePatch),
  bind(patches.openPullRequest, openPullRequest),
  bind(dependencies.searchVulnerabilities, searchVulnerabilities),
  bind(dependencies.getVulnerability, getVulnerability),
  bind(dependencies.searchPackages, searchPackages),
  bind(dependencies.exportVex, exportVex),
  bind(dependencies.importVex, importVex),
  bind(advisories.listAdvisories, listAdvisories),
  bind(advisories.updateAdvisories, updateAdvisories),
  bind(advisories.importAdvisories, importAdvisories),
  bind(advisories.cancelAdvisoryUpdate, cancelAdvisoryUpdate),
  bind(advisories.removeAdvisories, removeAdvisories),
  bind(aiInventory.searchAiInventory, searchAiInventory),
  bind(aiInventory.searchAiComponents, searchAiComponents),
  bind(httpEndpoints.listEndpoints, listEndpoints),
  bind(semanticSearch.searchIssuesByMeaning, searchIssuesByMeaning),
  bind(semanticSearch.searchEndpointsByMeaning, searchEndpointsByMeaning),
  bind(code.searchCode, searchCode),
  bind(code.readCode, readCode),
  bind(code.listFiles, listFiles),
  bind(codeScans.submitCodeScan, submitCodeScan),
  bind(codeScans.submitChanges, submitChanges),
  bind(codeScans.getCodeScanStatus, getCodeScanStatus),
  bind(codeScans.getCodeScanResults, getCodeScanResults),
  bind(codeScans.cancelCodeScan, cancelCodeScan),
  bind(codeScans.listLocalFiles, listLocalFiles),
  bind(tags.listTags, listTags),
  bind(tags.createTag, createTag),
  bind(tags.updateTag, updateTag),
  bind(tags.deleteTag, deleteTag),
  bind(tokens.createToken, createToken, { showsSecret: true }),
  bind(tokens.listTokens, listTokens),
  bind(tokens.deleteToken, deleteToken),
  bind(stats.statsSummary, statsSummary),
  ...reportBindings,
  ...integrationBindings,
  ...ruleBindings,
  ...accountBindings,
  ...teamBindings,
  bind(stats.statsHistory, statsHistory),
  ...agentBindings,
];
