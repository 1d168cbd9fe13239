import { contract } from '../../api/contract/index.ts';
import {
  listNetworkExposures,
  listPostureAssets,
  listPostureProjects,
} from '../integrations/cloud-posture/listing.ts';
import { listPostureApplications, setPostureMapping } from '../integrations/cloud-posture/mapping.ts';
import {
  deletePosture,
  getPostureSettings,
  synchronizePosture,
  testPostureConnection,
  updatePostureSettings,
} from '../integrations/cloud-posture/settings.ts';
import {
  checkTracker,
  connectTracker,
  deleteTracker,
  listTrackers,
  updateTracker,
} from '../integrations/trackers/connecting.ts';
import { createTrackerIssue, previewTrackerIssue } from '../integrations/trackers/creating.ts';
import { linkTrackerIssue } from '../integrations/trackers/linking.ts';
import { askingModel } from '../issues/fixable.ts';
import { type Binding, bind } from './bind.ts';

const { cloudPosture, trackers, triage } = contract;

/** What organizations have connected beside code hosts. */
export const integrationBindings: readonly Binding[] = [
  bind(trackers.connectTracker, connectTracker),
  bind(trackers.listTrackers, listTrackers),
  bind(trackers.updateTracker, updateTracker),
  bind(trackers.checkTracker, checkTracker),
  bind(trackers.deleteTracker, deleteTracker),
  bind(trackers.previewTrackerIssue, previewTrackerIssue),
  bind(trackers.createTrackerIssue, askingModel(createTrackerIssue)),
  bind(triage.linkTrackerIssue, askingModel(linkTrackerIssue)),
  bind(cloudPosture.getPostureSettings, getPostureSettings),
  bind(cloudPosture.updatePostureSettings, updatePostureSettings),
  bind(cloudPosture.testPostureConnection, testPostureConnection),
  bind(cloudPosture.synchronizePosture, synchronizePosture),
  bind(cloudPosture.deletePosture, deletePosture),
  bind(cloudPosture.listPostureProjects, listPostureProjects),
  bind(cloudPosture.listPostureAssets, listPostureAssets),
  bind(cloudPosture.listNetworkExposures, listNetworkExposures),
  bind(cloudPosture.listPostureApplications, listPostureApplications),
  bind(cloudPosture.setPostureMapping, setPostureMapping),
];
