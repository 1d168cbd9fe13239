import * as vscode from 'vscode';
import type { LicensePolicy } from '../../api/contract/dependencies.ts';
import { licensePolicyOf } from './license-policy.ts';

/** The policy of licences that a user set, for every folder: no workspace can change it. Undefined where there is none. */
export const licenseSetting = (): LicensePolicy | undefined => {
  const settings = vscode.workspace.getConfiguration('parapet.licenses');
  return licensePolicyOf({
    allow: settings.get<unknown>('allow'),
    deny: settings.get<unknown>('deny'),
    unknown: settings.get<unknown>('unknown'),
    severity: settings.get<unknown>('severity'),
  });
};
