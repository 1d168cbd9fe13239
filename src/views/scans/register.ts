import { LocalService } from '../../connection/local-service.ts';
import { Freshness } from '../freshness.ts';
import { FileStatus } from '../language-status.ts';
import { StandingWatch } from '../standing-watch.ts';
import { StatusBar } from '../status-bar.ts';
import type { Window } from '../window.ts';
import type { scanCommands } from './commands.ts';
import { analyseDeeper, type CoverageParts, showCoverage } from './coverage-commands.ts';
import { CoverageWatch } from './coverage-watch.ts';
import type { onDemandCommands } from './on-demand/commands.ts';
import { WindowOnDemand } from './on-demand/window-on-demand.ts';
import { Recheck } from './recheck.ts';
import { ScansView } from './scans-view.ts';

/** The scans of this window, as other features use them. */
export interface Scans {
  readonly view: ScansView;
  readonly coverage: CoverageWatch;
  readonly onDemand: WindowOnDemand;
  readonly recheck: Recheck;
  readonly standing: StandingWatch;
}

/** Registers scans: their view and commands, on-demand scans, what a scan covered, and what the bars say of it. */
export function registerScans(window: Window): Scans {
  const { context, connection, store, session, windowSession, log } = window;
  const onDemand = new WindowOnDemand({
    context,
    connection,
    local: new LocalService(context, connection, log),
    store,
    session,
    log,
    settle: (ids) => recheck.settleAll(ids),
  });
  const recheck = new Recheck({
    store,
    session,
    readsDisk: () => connection.remote === undefined,
    scanAlone: (files) => onDemand.commands.scanFiles(files),
  });
  const detail = (scanId: string) => windowSession.scanDetail(scanId);
  const coverage = new CoverageWatch(session, detail, (message) => log.info(message));
  const view = new ScansView(session, detail, onDemand.scans);
  const standing = new StandingWatch({
    session,
    isShared: () => connection.remote !== undefined,
    branchOf: windowSession.branchOf,
    log: (message) => log.info(message),
  });
  const coverageParts: CoverageParts = {
    all: () => coverage.all,
    scan: (wishes) => windowSession.scan(wishes),
    showInScans: () => view.revealSkipped(),
  };
  window.register<typeof scanCommands>({
    'parapet.scanWorkspace': () => windowSession.scan(),
    'parapet.cancelScan': () => windowSession.cancel(),
    'parapet.refresh': () => windowSession.load(),
    'parapet.showSkipped': () => view.revealSkipped(),
    'parapet.showCoverage': () => showCoverage(coverageParts),
    'parapet.analyseDeeper': () => analyseDeeper(coverageParts),
  });
  const { commands } = onDemand;
  window.register<typeof onDemandCommands>({
    'parapet.scanSelection': () => commands.scanSelection(),
    'parapet.scanFile': (...args) => commands.scanFile(args),
    'parapet.scanFolder': (...args) => commands.scanFolder(args),
    'parapet.scanChanges': () => commands.scanChanges(),
    'parapet.scanWorkingTree': (...args) => commands.scanWorkingTree(args),
    'parapet.scanStaged': (...args) => commands.scanStaged(args),
    'parapet.scanBranch': (...args) => commands.scanBranch(args),
    'parapet.scanChangedFiles': (...args) => commands.scanChangedFiles(args),
    'parapet.repeatOnDemand': (node) => commands.repeat(node),
    'parapet.cancelOnDemand': (node) => commands.cancel(node),
    'parapet.clearOnDemand': (node) => commands.clear(node),
    'parapet.forgetUploads': () => onDemand.forgetUploads(),
  });
  const bars = [new StatusBar(window.tally, session), new FileStatus(window.tally, session)];
  window.keep(onDemand, coverage, view, standing, new Freshness(connection, session, log), ...bars);
  return { view, coverage, onDemand, recheck, standing };
}
