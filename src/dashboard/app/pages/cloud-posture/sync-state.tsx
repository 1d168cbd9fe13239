import * as l10n from '@vscode/l10n';
import type { CloudPosture } from '../../../../api/contract/integrations/cloud-posture.ts';
import { When } from '../../parts/time.tsx';

/** Where it is connected, when it was read last, how much came, and why it failed. */
export function SyncState({ integration }: { readonly integration: CloudPosture }) {
  const { apiUrl, sync } = integration;
  const { counts } = sync;
  return (
    <>
      {sync.errorMessage !== undefined && (
        <div class="notice failed" role="alert">
          <p>{l10n.t('The last synchronization failed: {0}', sync.errorMessage)}</p>
          <p class="quiet">
            {l10n.t('What was read before stays. Next try:')} <When at={sync.nextAt} />
          </p>
        </div>
      )}
      {sync.isStale && sync.syncedAt !== undefined && (
        <div class="notice">
          <p>{l10n.t('What is shown is more than a day old.')}</p>
        </div>
      )}
      {sync.isTruncated && (
        <div class="notice">
          <p>{l10n.t('The provider has more than is read. Exposures are read first.')}</p>
        </div>
      )}
      <dl class="facts">
        <div>
          <dt>{l10n.t('Provider')}</dt>
          <dd>
            Wiz <span class="quiet">{new URL(apiUrl).host}</span>
          </dd>
        </div>
        <div>
          <dt>{l10n.t('Last synchronized')}</dt>
          <dd>
            <span role="status">
              {sync.status === 'RUNNING' ? l10n.t('Synchronizing…') : <When at={sync.syncedAt} />}
            </span>
          </dd>
        </div>
        {counts && (
          <>
            <div>
              <dt>{l10n.t('Projects')}</dt>
              <dd>{counts.projects}</dd>
            </div>
            <div>
              <dt>{l10n.t('Assets')}</dt>
              <dd>{counts.assets}</dd>
            </div>
            <div>
              <dt>{l10n.t('Network exposures')}</dt>
              <dd>{counts.exposures}</dd>
            </div>
          </>
        )}
      </dl>
    </>
  );
}
