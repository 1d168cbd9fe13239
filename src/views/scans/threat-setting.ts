import * as vscode from 'vscode';
import type { OnlineSource, ReleaseTrack, ThreatModel } from '../../api/contract/vocabulary.ts';
import { threatModelsOf } from './threat-models.ts';

/** The threat models that a user switched on for a folder. @param folder its URI */
export const threatModelsSetting = (folder: string): readonly ThreatModel[] =>
  threatModelsOf(
    vscode.workspace.getConfiguration('parapet.scan', vscode.Uri.parse(folder)).get<unknown>('threatModels'),
  );

/** Whether a user wants hints of a folder. Only `true` switches them on. @param folder its URI */
export const hintsSetting = (folder: string): boolean =>
  vscode.workspace.getConfiguration('parapet.scan', vscode.Uri.parse(folder)).get<unknown>('hints') === true;

/** The release track that a user chose for a folder; undefined leaves it to the service. @param folder its URI */
export const releaseTrackSetting = (folder: string): ReleaseTrack | undefined => {
  const value = vscode.workspace
    .getConfiguration('parapet.scan', vscode.Uri.parse(folder))
    .get<unknown>('releaseTrack');
  return value === 'EDGE' || value === 'STABLE' ? value : undefined;
};

const onlineSources: readonly OnlineSource[] = ['OSV', 'NPM'];

/** Where a user wants packages to be looked up over the network: nowhere unless the user's own settings say so. */
export const onlineSourcesSetting = (): readonly OnlineSource[] => {
  const value = vscode.workspace.getConfiguration('parapet.scan').get<unknown>('onlineSources');
  return onlineSources.filter((source) => Array.isArray(value) && value.includes(source));
};
