import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { registerAgent } from './views/agent/register.ts';
import { registerAiComponents } from './views/ai-components/register.ts';
import { registerBugReport } from './views/bug-report/register.ts';
import { registerConnect } from './views/connect/register.ts';
import { registerDependencies } from './views/dependencies/register.ts';
import { registerDetails } from './views/details/register.ts';
import { registerEndpoints } from './views/endpoints/register.ts';
import { registerInvestigations } from './views/investigation/register.ts';
import { registerIssues } from './views/issues/register.ts';
import { registerLinks } from './views/links/register.ts';
import { registerPatches } from './views/patches/register.ts';
import { registerReports } from './views/reports/register.ts';
import { registerReview } from './views/review/register.ts';
import { registerRules } from './views/rules/register.ts';
import { openReports, registerSarif } from './views/sarif/register.ts';
import { registerScans } from './views/scans/register.ts';
import { registerService } from './views/shared-service/register.ts';
import { registerTrackers } from './views/trackers/register.ts';
import { Trackers } from './views/trackers/trackers.ts';
import { registerTriage } from './views/triage/register.ts';
import { openWindow } from './views/window.ts';

/** Puts the features together. Nothing is started, read or asked before someone uses a view or a command. */
export function activate(context: vscode.ExtensionContext): void {
  if (vscode.l10n.bundle) l10n.config({ contents: vscode.l10n.bundle });
  const window = openWindow(context);
  const reports = openReports(window);
  const scans = registerScans(window);
  const issues = registerIssues(window, scans, reports);
  const triage = registerTriage(window, issues);
  const investigations = registerInvestigations(window, issues, triage);
  const patches = registerPatches(window, issues);
  const trackers = new Trackers(window.connection, window.store);
  const page = registerDetails(window, issues, { triage, investigations, patches, trackers });
  registerTrackers(window, issues, { triage, trackers, page });
  registerReview(window, issues);
  registerSarif(window, issues, reports);
  registerReports(window);
  registerRules(window);
  const dependencies = registerDependencies(window, issues);
  const aiComponents = registerAiComponents(window);
  const endpoints = registerEndpoints(window);
  registerAgent(window, issues, patches);
  const service = registerService(window);
  const connecting = registerConnect(window, scans.onDemand.consent);
  registerLinks(window, issues, connecting);
  registerBugReport(window);
  window.windowSession.loadWhenSeen([
    issues.view,
    scans.view,
    dependencies,
    aiComponents,
    endpoints,
    service,
  ]);
  void reports.restore();
}
