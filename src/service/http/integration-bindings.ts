import { contract } from '../../api/contract/index.ts';
import {
  connectTracker,
  deleteTracker,
  listTrackers,
  updateTracker,
} from '../integrations/trackers/connecting.ts';
import { createTrackerIssue, previewTrackerIssue } from '../integrations/trackers/creating.ts';
import { linkTrackerIssue } from '../integrations/trackers/linking.ts';
import { askingModel } from '../issues/fixable.ts';
import { type Binding, bind } from './bind.ts';

const { trackers, triage } = contract;

/** What organizations have connected beside code hosts. */
export const integrationBindings: readonly Binding[] = [
  bind(trackers.connectTracker, connectTracker),
  bind(trackers.listTrackers, listTrackers),
  bind(trackers.updateTracker, updateTracker),
  bind(trackers.deleteTracker, deleteTracker),
  bind(trackers.previewTrackerIssue, previewTrackerIssue),
  bind(trackers.createTrackerIssue, askingModel(createTrackerIssue)),
  bind(triage.linkTrackerIssue, askingModel(linkTrackerIssue)),
];
