import * as vscode from 'vscode';
import type { WindowReports } from '../sarif/window-reports.ts';
import type { Scans } from '../scans/register.ts';
import { watchSuppressions } from '../triage/ended-suppressions.ts';
import type { Window } from '../window.ts';
import type { issueCommands } from './commands.ts';
import { IssueActions } from './editor/code-actions.ts';
import { Diagnostics } from './editor/diagnostics.ts';
import { FileDecorations } from './editor/file-decorations.ts';
import { FlowPrefetch } from './editor/flow-prefetch.ts';
import { IssueHover } from './editor/hover.ts';
import {
  chooseCategories,
  chooseMinimumSeverity,
  copyMarkdown,
  IssueTargets,
  openInService,
} from './issue-commands.ts';
import { IssueDetails } from './issue-details.ts';
import { type PlacesOfIssues, trackPlaces } from './places.ts';
import { SavedIssues } from './saved-issues.ts';
import { affectsScope, setGrouping, setSorting } from './settings.ts';
import { Expansion } from './tree/expansion.ts';
import { filterByFacets, filterByText } from './tree/filter-commands.ts';
import { FilterState } from './tree/filter-state.ts';
import { IssueDrag, registerIssueDrop } from './tree/issue-drag.ts';
import { IssuesView } from './tree/issues-view.ts';
import { revealIssue } from './tree/reveal-issue.ts';

/** The issues of this window, as other features use them. */
export interface Issues {
  readonly view: IssuesView;
  readonly details: IssueDetails;
  readonly targets: IssueTargets;
  readonly places: PlacesOfIssues;
  readonly saved: SavedIssues;
}

/** Registers the issues: their view, what the editor shows of them, and the commands that list and open them. */
export function registerIssues(window: Window, scans: Scans, reports: WindowReports): Issues {
  const { context, connection, store, tally, session, log } = window;
  const filter = new FilterState(context.workspaceState);
  const view = new IssuesView({
    store,
    tally,
    filter,
    session,
    expansion: new Expansion(context.workspaceState),
    drag: new IssueDrag(store),
    reports,
    repositories: window.repositories,
    coverage: scans.coverage,
    standing: scans.standing,
  });
  const details = new IssueDetails(
    store,
    (signal, work, folder) => connection.use(signal, work, folder),
    (id) => scans.onDemand.scans.issue(id),
    (id) => reports.detail(id),
  );
  const targets = new IssueTargets(store, view);
  const places = trackPlaces(store, (message) => log.warn(message), context.storageUri);
  const saved = new SavedIssues({ store, session, readsDisk: () => connection.remote === undefined });
  window.register<typeof issueCommands>({
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
    'parapet.searchByMeaning': async () => {
      const { searchIssues } = await import('./search/search-issues.ts');
      await searchIssues(window, filter);
    },
    'parapet.clearFilter': () => filter.clear(),
    'parapet.chooseMinimumSeverity': () => chooseMinimumSeverity(),
    'parapet.chooseCategories': () => chooseCategories(store),
    'parapet.openIssue': (...args) => targets.open(args),
    'parapet.copyMarkdown': (...args) => copyMarkdown(targets.known(args)),
    'parapet.openInService': (...args) => openInService(targets.one(args)),
    'parapet.revealIssue': (...args) => revealIssue(targets.one(args), view, filter),
    'parapet.showMore': (node) => view.showMore(node),
    'parapet.checkAgain': (...args) => scans.recheck.check(targets.all(args)),
  });
  window.keep(
    view,
    targets,
    places,
    connection.onDidChangeService(() => details.forget()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (affectsScope(event)) tally.rescope();
    }),
    watchSuppressions(connection, session, store, log),
    registerIssueDrop(),
  );
  showInEditor(window, details);
  return { view, details, targets, places, saved };
}

function showInEditor({ connection, store, tally, log, keep }: Window, details: IssueDetails): void {
  // Whatever is open can be scanned, wherever it comes from.
  const documents = { scheme: '*' };
  keep(
    new Diagnostics(store, details, (message) => log.info(message)),
    new FlowPrefetch(store, details, (signal, work, folder) => connection.peek(signal, work, folder)),
    new FileDecorations(tally),
    vscode.languages.registerHoverProvider(documents, new IssueHover(store, details)),
    vscode.languages.registerCodeActionsProvider(documents, new IssueActions(store), {
      providedCodeActionKinds: IssueActions.kinds,
    }),
  );
}

/** Issues of on-demand scans are saved to the project before something is done with them that is to last. */
export function onSaved(
  { targets, saved }: Issues,
  work: (args: readonly unknown[]) => Promise<void>,
): (...args: readonly unknown[]) => Promise<void> {
  return async (...args) => {
    const given = targets.given(args);
    if (!saved.areUnsaved(given)) return await work(args);
    const ids = await saved.ask(given);
    if (ids.length > 0) await work([ids[0], ids]);
  };
}
