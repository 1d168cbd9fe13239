import * as l10n from '@vscode/l10n';
import type { RequestOf } from '../../../api/contract/endpoint.ts';
import {
  deleteScannerSettings,
  getScannerSettings,
  type ScannerSettings as Settings,
  updateScannerSettings,
} from '../../../api/contract/repositories/scanner-settings.ts';
import { useAnswer } from '../answer.ts';
import { call } from '../api.ts';
import { ActionButton } from '../parts/action.tsx';
import { Shown } from '../parts/states.tsx';
import { useSession } from '../session.tsx';
import { Rows } from './scanner-settings/rows.tsx';

export type Scope =
  | { readonly kind: 'organization' }
  | { readonly kind: 'repository'; readonly repositoryId: string };

export type Change = Omit<
  RequestOf<typeof updateScannerSettings>,
  'organizationId' | 'repositoryId' | 'applicationId'
>;

export function ScannerSettingsPage({ scope }: { readonly scope: Scope }) {
  return (
    <>
      <h1>{l10n.t('Scanner Settings')}</h1>
      <p>{l10n.t('They hold for every repository that has no setting of its own.')}</p>
      <ScannerSettings scope={scope} />
    </>
  );
}

/** The settings that hold in a scope, each with where it comes from; a change is saved at once. */
export function ScannerSettings({ scope }: { readonly scope: Scope }) {
  const { organization } = useSession();
  const organizationId = organization.id;
  const where = {
    organizationId,
    ...(scope.kind === 'repository' ? { repositoryId: scope.repositoryId } : {}),
  };
  const answer = useAnswer<Settings>(JSON.stringify(where), async (signal) => {
    const { settings } = await call(getScannerSettings, where, signal);
    return settings;
  });
  const change = async (fields: Change): Promise<void> => {
    const { settings } = await call(updateScannerSettings, { ...where, ...fields });
    answer.put(() => settings);
  };
  return (
    <Shown answer={answer}>
      {(settings) => (
        <>
          <Rows settings={settings} change={change} />
          {Object.keys(settings.saved).length > 0 && (
            <ActionButton
              act={async () => {
                await call(deleteScannerSettings, where);
                answer.again();
              }}
            >
              {scope.kind === 'organization' ? l10n.t('Reset All to Defaults') : l10n.t('Inherit All')}
            </ActionButton>
          )}
        </>
      )}
    </Shown>
  );
}
