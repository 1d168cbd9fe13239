import type { DetailsPage } from '../details/details-page.ts';
import { type Issues, onSaved } from '../issues/register.ts';
import type { Triage } from '../triage/triage.ts';
import type { Window } from '../window.ts';
import type { trackerCommands } from './commands.ts';
import { createSeveral } from './create-several.ts';
import { openTrackerIssue, type Trackers } from './trackers.ts';

export interface TrackerUse {
  readonly triage: Triage;
  readonly trackers: Trackers;
  readonly page: DetailsPage;
}

/** Registers what is done with issues in trackers. A single one is looked at on its page before it is created. */
export function registerTrackers({ register }: Window, issues: Issues, use: TrackerUse): void {
  const { triage, trackers, page } = use;
  const { targets } = issues;
  register<typeof trackerCommands>({
    'parapet.createTrackerIssue': onSaved(issues, async (args) => {
      const [first, ...others] = targets.known(args);
      if (others.length > 0) await createSeveral(trackers, [first, ...others]);
      else await page.createTrackerIssue(first.issue.id, targets.opening);
    }),
    'parapet.linkTracker': onSaved(issues, (args) => triage.linkTracker(targets.one(args).issue.id)),
    'parapet.openTrackerIssue': (...args) => openTrackerIssue(targets.one(args).issue.trackerIssue),
    'parapet.unlinkTracker': (...args) => triage.unlinkTracker(targets.one(args).issue.id),
  });
}
