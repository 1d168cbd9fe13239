import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type CommandTable, registerCommands } from './commands.ts';
import { Connection } from './connection/connection.ts';
import { Failure } from './connection/failure.ts';
import { LocalService } from './connection/local-service.ts';
import { lazyAutomations } from './views/agent/automations/lazy-automations.ts';
import { offerParticipant } from './views/agent/lazy-participant.ts';
import { offerTools } from './views/agent/lazy-tools.ts';
import { Models } from './views/agent/models/lazy-models.ts';
import type { AgentToolParts } from './views/agent/parts.ts';
import { AiComponents } from './views/ai-components/lazy-ai-components.ts';
import { copyDiagnostics } from './views/bug-report/copy-diagnostics.ts';
import { Chat } from './views/chat/lazy-chat.ts';
import {
  agreeToService,
  signOut,
  testConnection,
  useLocalService,
} from './views/connect/account-commands.ts';
import { ConnectFlow } from './views/connect/connect.ts';
import { watchConnection } from './views/connect/notices.ts';
import { chooseOrganization } from './views/connect/organization.ts';
import { lazyDetails } from './views/details/lazy-details.ts';
import { Freshness } from './views/freshness.ts';
import { InvestigationCommands } from './views/investigation/investigation-commands.ts';
import { IssueActions } from './views/issues/editor/code-actions.ts';
import { Diagnostics } from './views/issues/editor/diagnostics.ts';
import { FileDecorations } from './views/issues/editor/file-decorations.ts';
import { FlowPrefetch } from './views/issues/editor/flow-prefetch.ts';
import { IssueHover } from './views/issues/editor/hover.ts';
import {
  chooseCategories,
  chooseMinimumSeverity,
  copyMarkdown,
  IssueTargets,
  openInService,
} from './views/issues/issue-commands.ts';
import { IssueDetails } from './views/issues/issue-details.ts';
import { IssueStore } from './views/issues/issue-store.ts';
import { IssueTally } from './views/issues/issue-tally.ts';
import { placeOf, uriOf } from './views/issues/locations.ts';
import { trackPlaces } from './views/issues/places.ts';
import { SavedIssues } from './views/issues/saved-issues.ts';
import { affectsScope, scopeSetting, setGrouping, setSorting } from './views/issues/settings.ts';
import { Expansion } from './views/issues/tree/expansion.ts';
import { filterByFacets, filterByText } from './views/issues/tree/filter-commands.ts';
import { FilterState } from './views/issues/tree/filter-state.ts';
import { IssueDrag, registerIssueDrop } from './views/issues/tree/issue-drag.ts';
import { IssuesView } from './views/issues/tree/issues-view.ts';
import { revealIssue } from './views/issues/tree/reveal-issue.ts';
import { FileStatus } from './views/language-status.ts';
import { Patches } from './views/patches/lazy-patches.ts';
import { ReviewThreads } from './views/review/review-threads.ts';
import { exportSarif } from './views/sarif/export-command.ts';
import { WindowReports } from './views/sarif/window-reports.ts';
import { analyseDeeper, type CoverageParts, showCoverage } from './views/scans/coverage-commands.ts';
import { CoverageWatch } from './views/scans/coverage-watch.ts';
import { WindowOnDemand } from './views/scans/on-demand/window-on-demand.ts';
import { Recheck } from './views/scans/recheck.ts';
import { ScansView } from './views/scans/scans-view.ts';
import { StatusBar } from './views/status-bar.ts';
import { watchSuppressions } from './views/triage/ended-suppressions.ts';
import { Triage } from './views/triage/triage.ts';
import { WindowSession } from './views/window-session.ts';
import { Repositories } from './workspace/repositories.ts';

/** Puts the parts together. Nothing is started, read or asked before someone uses a view or a command. */
export function activate(context: vscode.ExtensionContext): void {
  if (vscode.l10n.bundle) l10n.config({ contents: vscode.l10n.bundle });
  const log = vscode.window.createOutputChannel('Parapet', { log: true });
  const store = new IssueStore();
  const tally = new IssueTally(store, scopeSetting);
  const filter = new FilterState(context.workspaceState);
  const connection = new Connection(context, log);
  const connecting = new ConnectFlow(connection);
  const repositories = new Repositories(connection, (message) => log.warn(message));
  const session = new WindowSession(context, { connection, store, log, repositories });
  const reports = new WindowReports({ store, memory: context.workspaceState, log });
  const coverage = new CoverageWatch(
    session.session,
    (id) => session.scanDetail(id),
    (message) => log.info(message),
  );
  const issues = new IssuesView({
    store,
    tally,
    filter,
    session: session.session,
    expansion: new Expansion(context.workspaceState),
    drag: new IssueDrag(store),
    reports,
    repositories,
    coverage,
  });
  const onDemand = new WindowOnDemand({
    context,
    connection,
    local: new LocalService(context, connection, log),
    store,
    session: session.session,
    log,
    settle: (ids) => recheck.settleAll(ids),
  });
  const scans = new ScansView(session.session, (id) => session.scanDetail(id), onDemand.scans);
  const details = new IssueDetails(
    store,
    (signal, work, folder) => connection.use(signal, work, folder),
    (id) => onDemand.scans.issue(id),
    (id) => reports.detail(id),
  );
  const triage = new Triage(connection, store);
  const targets = new IssueTargets(store, issues);
  const investigations = new InvestigationCommands({ connection, store, details, triage, log });
  const patches = new Patches({ connection, store, session: session.session, targets, log });
  const recheck = new Recheck({
    store,
    session: session.session,
    readsDisk: () => connection.remote === undefined,
    scanAlone: (files) => onDemand.commands.scanFiles(files),
  });
  const saved = new SavedIssues({
    store,
    session: session.session,
    readsDisk: () => connection.remote === undefined,
    onSaved: (before, now) => page.replace(before, now),
  });
  const places = trackPlaces(store, (message) => log.warn(message), context.storageUri);
  const page = lazyDetails({
    extensionUri: context.extensionUri,
    store,
    details,
    scannedFile: places.scannedFile,
    triage,
    investigate: async (ids, context) => {
      const own = saved.areUnsaved(ids) ? await saved.ask(ids) : ids;
      if (own.length > 0) await investigations.investigate(own, context);
    },
    save: async (id) => {
      await saved.save([id]);
    },
    patch: (id, signal) => patches.patch(id, signal),
    evidenced: (patch) => patches.evidenced(patch),
    canUndoPatch: (id) => patches.canUndo(id),
    patchModel: (id, patch, signal) => patches.modelStep(id, patch, signal),
    peek: (signal, work, folder) => connection.peek(signal, work, folder),
    log,
  });

  const review = new ReviewThreads({ store, details, log });

  const aiComponents = new AiComponents({
    connection,
    session: session.session,
    memory: context.workspaceState,
    log,
    version: extensionVersion(context),
  });

  const agentParts: AgentToolParts = {
    context,
    extensionUri: context.extensionUri,
    connection,
    session,
    store,
    patches,
    issue: (id, signal) => connection.use(signal, (api) => api.issue(id, signal), undefined),
    folders: (signal) => session.folders(signal),
    uriOf,
    placeOf,
    issuesOf: (args) => targets.all(args),
    log,
  };
  const chat = new Chat(agentParts);
  const models = new Models(agentParts);
  const automations = lazyAutomations(agentParts);

  const coverageParts: CoverageParts = {
    all: () => coverage.all,
    scan: (wishes) => session.scan(wishes),
    showInScans: () => scans.revealSkipped(),
  };

  /** Issues of on-demand scans are saved to the project before something is done with them that is to last. */
  const onSaved =
    (work: (args: readonly unknown[]) => Promise<void>) =>
    async (...args: readonly unknown[]) => {
      const given = targets.given(args);
      if (!saved.areUnsaved(given)) return await work(args);
      const ids = await saved.ask(given);
      if (ids.length > 0) await work([ids[0], ids]);
    };

  /** Undo is about the issue on its page. */
  const shownIssue = async (id: unknown): Promise<string> => {
    const shown = typeof id === 'string' ? id : await page.shownId();
    if (shown !== undefined) return shown;
    throw new Failure({
      what: vscode.l10n.t('No issue is shown on the details page.'),
      advice: vscode.l10n.t('Show the details of the issue, and undo it there.'),
    });
  };

  const commands: CommandTable = {
    'parapet.scanWorkspace': () => session.scan(),
    'parapet.cancelScan': () => session.cancel(),
    'parapet.scanSelection': () => onDemand.commands.scanSelection(),
    'parapet.scanFile': (...args) => onDemand.commands.scanFile(args),
    'parapet.scanFolder': (...args) => onDemand.commands.scanFolder(args),
    'parapet.scanChanges': () => onDemand.commands.scanChanges(),
    'parapet.scanWorkingTree': (...args) => onDemand.commands.scanWorkingTree(args),
    'parapet.scanStaged': (...args) => onDemand.commands.scanStaged(args),
    'parapet.scanBranch': (...args) => onDemand.commands.scanBranch(args),
    'parapet.scanChangedFiles': (...args) => onDemand.commands.scanChangedFiles(args),
    'parapet.repeatOnDemand': (node) => onDemand.commands.repeat(node),
    'parapet.cancelOnDemand': (node) => onDemand.commands.cancel(node),
    'parapet.clearOnDemand': (node) => onDemand.commands.clear(node),
    'parapet.forgetUploads': () => onDemand.forgetUploads(),
    'parapet.connect': () => connecting.connect(),
    'parapet.replaceToken': () => connecting.replaceToken(),
    'parapet.testConnection': () => testConnection(connection),
    'parapet.chooseOrganization': (folder) => chooseOrganization(connection, folder),
    'parapet.agreeToService': () => agreeToService(connection),
    'parapet.useLocalService': () => useLocalService(),
    'parapet.signOut': () => signOut(connection, () => onDemand.consent.forget()),
    'parapet.refresh': () => session.load(),
    'parapet.groupBySeverity': () => setGrouping('severity'),
    'parapet.groupByFile': () => setGrouping('file'),
    'parapet.groupByClass': () => setGrouping('class'),
    'parapet.groupByRule': () => setGrouping('rule'),
    'parapet.groupByCategory': () => setGrouping('category'),
    'parapet.groupByRepository': () => setGrouping('repository'),
    'parapet.groupByStatus': () => setGrouping('status'),
    'parapet.groupByTool': () => setGrouping('tool'),
    'parapet.sortBySeverity': () => setSorting('severity'),
    'parapet.sortByLocation': () => setSorting('location'),
    'parapet.sortByNewest': () => setSorting('newest'),
    'parapet.sortByConfidence': () => setSorting('confidence'),
    'parapet.filterByText': () => filterByText(filter),
    'parapet.filter': () => filterByFacets(filter, store),
    'parapet.clearFilter': () => filter.clear(),
    'parapet.chooseMinimumSeverity': () => chooseMinimumSeverity(),
    'parapet.chooseCategories': () => chooseCategories(store),
    'parapet.openIssue': (...args) => targets.open(args),
    'parapet.showDetails': (...args) => {
      const [id, folder] = args;
      const isSettled = typeof id === 'string' && typeof folder === 'string' && !store.get(id);
      if (isSettled) return page.show(id, targets.opening, folder);
      return page.show(targets.one(args).issue.id, targets.opening);
    },
    'parapet.checkAgain': (...args) => recheck.check(targets.all(args)),
    'parapet.markFalsePositive': onSaved((args) => triage.decide('falsePositive', targets.all(args))),
    'parapet.acceptRisk': onSaved((args) => triage.decide('acceptRisk', targets.all(args))),
    'parapet.confirmIssue': onSaved((args) => triage.decide('confirm', targets.all(args))),
    'parapet.backlogIssue': onSaved((args) => triage.decide('backlog', targets.all(args))),
    'parapet.reopenIssue': (...args) => triage.decide('reopen', targets.all(args)),
    'parapet.undoTriage': async (id) => triage.undo(await shownIssue(id)),
    'parapet.investigate': onSaved((args) => investigations.investigate(targets.all(args))),
    'parapet.cancelInvestigation': (...args) => investigations.cancel(targets.given(args)),
    'parapet.decideAsFound': (...args) => investigations.decideAsFound(targets.one(args).issue.id),
    'parapet.triage': onSaved((args) => triage.choose(targets.all(args))),
    'parapet.markNonExploitable': onSaved((args) => triage.decide('nonExploitable', targets.all(args))),
    'parapet.markInformational': onSaved((args) => triage.decide('informational', targets.all(args))),
    'parapet.changeSeverity': onSaved((args) => triage.changeSeverity(targets.all(args))),
    'parapet.editNote': onSaved((args) => triage.editNote(targets.one(args).issue.id)),
    'parapet.linkTracker': onSaved((args) => triage.linkTracker(targets.one(args).issue.id)),
    'parapet.generatePatch': onSaved((args) => patches.generate(args)),
    'parapet.regeneratePatch': (...args) => patches.generate(args, 'anew'),
    'parapet.showPatch': (...args) => patches.show(args),
    'parapet.applyPatch': (...args) => patches.apply(args),
    'parapet.cancelPatch': (...args) => patches.cancel(args),
    'parapet.howToFix': (...args) => page.show(targets.one(args).issue.id, targets.opening),
    'parapet.explainPatch': (...args) => patches.explain(args),
    'parapet.forcePatch': (...args) => patches.generate(args, 'force'),
    'parapet.askModelForPatch': (...args) => patches.askModel(args),
    'parapet.undoPatch': async (id) => patches.undo(await shownIssue(id)),
    'parapet.copyMarkdown': (...args) => copyMarkdown(targets.known(args)),
    'parapet.openInService': (...args) => openInService(targets.one(args)),
    'parapet.revealIssue': (...args) => revealIssue(targets.one(args), issues, filter),
    'parapet.nextStep': () => page.stepBy(1),
    'parapet.previousStep': () => page.stepBy(-1),
    'parapet.showMore': (node) => issues.showMore(node),
    'parapet.showSkipped': () => scans.revealSkipped(),
    'parapet.showCoverage': () => showCoverage(coverageParts),
    'parapet.analyseDeeper': () => analyseDeeper(coverageParts),
    'parapet.openSarif': (...args) => reports.open(args),
    'parapet.closeSarif': (...args) => reports.close(args),
    'parapet.aboutSarif': (...args) => reports.about(args),
    'parapet.exportSarif': (first, second) =>
      exportSarif(
        { store, details, version: extensionVersion(context) },
        first === undefined || first instanceof vscode.Uri ? issues.shownIds : targets.all([first, second]),
        first instanceof vscode.Uri ? first : undefined,
      ),
    'parapet.nextReviewThread': () => review.next(),
    'parapet.applyFromThread': (...args) => review.apply(args),
    'parapet.dismissFromThread': (...args) => review.dismiss(args),
    'parapet.aiGroupByKind': () => aiComponents.groupBy('kind'),
    'parapet.aiGroupByTier': () => aiComponents.groupBy('tier'),
    'parapet.aiGroupByProvider': () => aiComponents.groupBy('provider'),
    'parapet.aiGroupByFile': () => aiComponents.groupBy('file'),
    'parapet.aiGroupByApplication': () => aiComponents.groupBy('application'),
    'parapet.aiFilter': () => aiComponents.run('filter'),
    'parapet.aiFilterByText': () => aiComponents.run('filterByText'),
    'parapet.aiClearFilter': () => aiComponents.run('clearFilter'),
    'parapet.aiShowNew': () => aiComponents.run('showNew'),
    'parapet.aiSearchRepositories': (...args) => aiComponents.run('searchRepositories', args),
    'parapet.aiShowWorkspace': () => aiComponents.run('showWorkspace'),
    'parapet.aiExport': (...args) => aiComponents.run('export', args),
    'parapet.aiRefresh': () => aiComponents.run('refresh'),
    'parapet.aiOpen': (...args) => aiComponents.run('open', args),
    'parapet.aiShowMore': (...args) => aiComponents.run('showMore', args),
    'parapet.newConversation': () => chat.newConversation(),
    'parapet.showConversations': () => chat.showConversations(),
    'parapet.addToChat': (...args) => chat.add(args),
    'parapet.askAgent': (...args) => chat.ask(args),
    'parapet.automations': async () => (await automations()).show(),
    'parapet.memories': async () => (await automations()).showMemories(),
    'parapet.connectModel': () => models.connect(),
    'parapet.disconnectModel': () => models.disconnect(),
    'parapet.showLog': () => log.show(),
    'parapet.copyDiagnostics': () =>
      copyDiagnostics({
        extension: context.extension,
        store,
        tally,
        session: session.session,
        isRemoteService: () => connection.remote !== undefined,
      }),
  };

  const forget = connection.onDidChangeService(({ folder }) => {
    details.forget();
    triage.forget();
    void page.forget(folder);
    void patches.forget();
  });

  // Whatever is open can be scanned, wherever it comes from.
  const documents = { scheme: '*' };
  context.subscriptions.push(
    log,
    watchConnection(connection, log),
    forget,
    store,
    tally,
    session,
    onDemand,
    reports,
    review,
    coverage,
    issues,
    targets,
    investigations,
    patches,
    scans,
    aiComponents,
    page,
    chat,
    models,
    offerParticipant(agentParts),
    offerTools(agentParts),
    new Diagnostics(store, details, (message) => log.info(message)),
    new FlowPrefetch(store, details, (signal, work, folder) => connection.peek(signal, work, folder)),
    new Freshness(connection, session.session, log),
    watchSuppressions(connection, session.session, store, log),
    new StatusBar(tally, session.session),
    new FileStatus(tally, session.session),
    new FileDecorations(tally),
    registerIssueDrop(),
    issues.onDidChangeSelection(() => page.selected(issues.selectedIds)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (affectsScope(event)) tally.rescope();
    }),
    places,
    vscode.languages.registerHoverProvider(documents, new IssueHover(store, details)),
    vscode.languages.registerHoverProvider({ scheme: 'file' }, aiComponents),
    vscode.languages.registerCodeActionsProvider(documents, new IssueActions(store), {
      providedCodeActionKinds: IssueActions.kinds,
    }),
    registerCommands(commands, log),
  );
  session.loadWhenSeen([issues, scans, aiComponents]);
  void reports.restore();
}

function extensionVersion({ extension }: vscode.ExtensionContext): string {
  const manifest: unknown = extension.packageJSON;
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : '';
  return String(version);
}
