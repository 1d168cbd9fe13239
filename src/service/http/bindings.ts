import { contract } from '../../api/contract/index.ts';
import { issueStatusOf } from '../../api/contract/vocabulary.ts';
import { searchAiComponents, searchAiInventory } from '../domain/ai-inventory.ts';
import { submitChanges } from '../domain/changed-code.ts';
import { listFiles, readCode, searchCode } from '../domain/code.ts';
import {
  cancelCodeScan,
  getCodeScanResults,
  getCodeScanStatus,
  submitCodeScan,
} from '../domain/code-scans.ts';
import { askingModel, askingModels } from '../domain/fixable.ts';
import { cancelInvestigation, requestInvestigation } from '../domain/investigations.ts';
import { updateIssueSeverity } from '../domain/issue-severity.ts';
import {
  archiveIssues,
  linkTrackerIssue,
  markFalsePositive,
  markTruePositive,
  setIssueStatus,
  unarchiveIssues,
  updateIssueNote,
  updateIssueStatuses,
} from '../domain/issue-triage.ts';
import { getIssue, listIssues, searchIssues } from '../domain/issues.ts';
import { listLocalFiles } from '../domain/local-files.ts';
import { inviteMember, listMembers, removeMember, updateMemberRole } from '../domain/members.ts';
import { createOrganization, deleteOrganization, listOrganizations } from '../domain/organizations.ts';
import { approvePatch, cancelPatch, generatePatch, getPatch, patchStatuses } from '../domain/patches.ts';
import {
  addLocalRepository,
  addRepository,
  addRepositoryByUrl,
  deleteRepositories,
  listRepositories,
  resolveRepositoryByUrl,
} from '../domain/repositories.ts';
import {
  cancelScan,
  getScan,
  listScans,
  rescanPullRequest,
  scanRepository,
  startScans,
} from '../domain/scans.ts';
import { deleteScanSchedule, getScanSchedules, upsertScanSchedule } from '../domain/schedules.ts';
import { statsSummary } from '../domain/stats.ts';
import { createTag, deleteTag, listTags, updateTag } from '../domain/tags.ts';
import { createToken, deleteToken, listTokens } from '../domain/tokens.ts';
import { triageRationales } from '../domain/triage-history.ts';
import { agentBindings } from './agent-bindings.ts';
import { type Binding, bind } from './bind.ts';

const {
  organizations,
  repositories,
  scans,
  schedules,
  issues,
  triage,
  investigations,
  patches,
  aiInventory,
  code,
  codeScans,
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
  bind(organizations.inviteMember, inviteMember),
  bind(organizations.updateMemberRole, updateMemberRole),
  bind(organizations.removeMember, removeMember),
  bind(repositories.addRepository, addRepository),
  bind(repositories.addRepositoryByUrl, addRepositoryByUrl),
  bind(repositories.addLocalRepository, addLocalRepository),
  bind(repositories.resolveRepositoryByUrl, resolveRepositoryByUrl),
  bind(repositories.listRepositories, listRepositories),
  bind(repositories.deleteRepositories, deleteRepositories),
  bind(repositories.scanRepository, scanRepository),
  bind(scans.startScans, startScans),
  bind(scans.cancelScan, cancelScan),
  bind(scans.rescanPullRequest, rescanPullRequest),
  bind(scans.listScans, listScans),
  bind(scans.getScan, getScan),
  bind(schedules.getScanSchedules, getScanSchedules),
  bind(schedules.upsertScanSchedule, upsertScanSchedule),
  bind(schedules.deleteScanSchedule, deleteScanSchedule),
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
  bind(triage.linkTrackerIssue, askingModel(linkTrackerIssue)),
  bind(triage.triageRationales, triageRationales),
  bind(investigations.requestInvestigation, requestInvestigation),
  bind(investigations.cancelInvestigation, cancelInvestigation),
  bind(patches.generatePatch, generatePatch),
  bind(patches.patchStatuses, patchStatuses),
  bind(patches.getPatch, getPatch),
  bind(patches.cancelPatch, cancelPatch),
  bind(patches.approvePatch, approvePatch),
  bind(aiInventory.searchAiInventory, searchAiInventory),
  bind(aiInventory.searchAiComponents, searchAiComponents),
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
  ...agentBindings,
];
