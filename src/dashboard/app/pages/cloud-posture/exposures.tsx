import * as l10n from '@vscode/l10n';
import {
  listNetworkExposures,
  type NetworkExposure,
} from '../../../../api/contract/integrations/cloud-posture.ts';
import { call } from '../../api.ts';
import { usePages } from '../../paged.ts';
import { Empty, Shown } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useSession } from '../../session.tsx';

const columns = (): readonly Column<NetworkExposure>[] => [
  {
    title: l10n.t('Asset'),
    cell: ({ assetName, assetType }) => (
      <>
        {assetName} <span class="quiet">{assetType}</span>
      </>
    ),
  },
  { title: l10n.t('From'), cell: ({ sourceRange }) => sourceRange ?? '', isMinor: true },
  { title: l10n.t('Ports'), cell: ({ ports }) => ports ?? '' },
  { title: l10n.t('Protocols'), cell: ({ protocols }) => protocols.join(', '), isMinor: true },
  {
    title: l10n.t('Endpoints'),
    // Foreign addresses are read, not followed.
    cell: ({ endpoints }) => endpoints.map((endpoint) => <p key={endpoint}>{endpoint}</p>),
    isMinor: true,
  },
];

/** Ways from the internet to the assets. */
export function Exposures() {
  const { organization } = useSession();
  const organizationId = organization.id;
  const answer = usePages<NetworkExposure>(organizationId, async (cursor, signal) => {
    const { exposures, nextCursor } = await call(listNetworkExposures, { organizationId, cursor }, signal);
    return { items: exposures, nextCursor };
  });
  return (
    <>
      <h2>{l10n.t('Network Exposures')}</h2>
      <Shown answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={l10n.t('No network exposure is reported')} />
          ) : (
            <Table
              label={l10n.t('Network Exposures')}
              items={items}
              idOf={({ id }) => id}
              columns={columns()}
              onMore={answer.more}
            />
          )
        }
      </Shown>
    </>
  );
}
