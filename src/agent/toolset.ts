import type { Tool } from './tool.ts';
import { listFiles, readCode, searchCode } from './tools/code.ts';
import { compareScans } from './tools/compare-scans.ts';
import { listDependencies, listVulnerableDependencies } from './tools/dependencies.ts';
import { explainIssue } from './tools/explain-issue.ts';
import { listAiComponents } from './tools/inventory.ts';
import { getInvestigation, investigateIssue } from './tools/investigate.ts';
import { listIssues, searchIssuesTool } from './tools/list-issues.ts';
import { listRules } from './tools/list-rules.ts';
import { openPullRequest } from './tools/open-pull-request.ts';
import { listRepositories, statistics } from './tools/overview.ts';
import { applyPatch, generatePatch, showPatch } from './tools/patches.ts';
import { recall, remember } from './tools/remember.ts';
import { scanChanges, scanCode, scanFiles } from './tools/scan-code.ts';
import { getScan, scanRepository } from './tools/scan-repository.ts';
import { searchEndpoints, searchVulnerabilities } from './tools/search.ts';
import { triageIssues } from './tools/triage.ts';

/** Everything the agent can do, wherever it is asked: in its jobs, in the editor, in chat and over MCP. */
export const toolset: readonly Tool[] = [
  listIssues,
  searchIssuesTool,
  searchVulnerabilities,
  explainIssue,
  investigateIssue,
  getInvestigation,
  generatePatch,
  showPatch,
  applyPatch,
  openPullRequest,
  triageIssues,
  scanCode,
  scanFiles,
  scanChanges,
  scanRepository,
  getScan,
  compareScans,
  readCode,
  searchCode,
  listFiles,
  listDependencies,
  listVulnerableDependencies,
  listAiComponents,
  searchEndpoints,
  statistics,
  listRules,
  listRepositories,
  remember,
  recall,
];
