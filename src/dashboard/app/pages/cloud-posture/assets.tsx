import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { listPostureAssets, type PostureAsset } from '../../../../api/contract/integrations/cloud-posture.ts';
import { call } from '../../api.ts';
import { Link } from '../../navigation.tsx';
import { usePages } from '../../paged.ts';
import { Empty, Shown } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useSession } from '../../session.tsx';
import { ExposedBadge, ruleWord } from './applications.tsx';

const columns = (): readonly Column<PostureAsset>[] => [
  {
    title: l10n.t('Asset'),
    cell: ({ name, exposureCount }) => (
      <>
        {name} {exposureCount > 0 && <ExposedBadge />}
      </>
    ),
  },
  {
    title: l10n.t('Type'),
    cell: ({ type, platform, region }) =>
      [type, platform, region].filter((each) => each !== undefined).join(' · '),
    isMinor: true,
  },
  {
    title: l10n.t('Repository'),
    cell: ({ repositories }) =>
      repositories.map(({ id, name, rule }) => (
        <p key={`${id} ${rule}`}>
          <Link to={{ kind: 'repository', id }}>{name}</Link> <span class="quiet">{ruleWord(rule)}</span>
        </p>
      )),
  },
  {
    title: l10n.t('Tags'),
    cell: ({ tags }) =>
      tags.length > 0 && (
        <details>
          <summary>{l10n.t('Tags: {0}', tags.length)}</summary>
          {tags.map(({ key, value }) => (
            <p key={`${key}=${value}`}>
              <code>
                {key}={value}
              </code>
            </p>
          ))}
        </details>
      ),
    isMinor: true,
  },
];

/** Cloud assets that run code, with the repositories they are taken for. */
export function Assets() {
  const { organization } = useSession();
  const organizationId = organization.id;
  const [exposedOnly, setExposedOnly] = useState(true);
  const answer = usePages<PostureAsset>(`${organizationId} ${exposedOnly}`, async (cursor, signal) => {
    const request = { organizationId, cursor, exposedOnly };
    const { assets, nextCursor } = await call(listPostureAssets, request, signal);
    return { items: assets, nextCursor };
  });
  return (
    <>
      <h2>{l10n.t('Cloud Assets')}</h2>
      <p>
        <label class="check">
          <input
            type="checkbox"
            checked={exposedOnly}
            onChange={(event) => setExposedOnly(event.currentTarget.checked)}
          />
          {l10n.t('Exposed only')}
        </label>
      </p>
      <Shown answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty
              title={
                exposedOnly
                  ? l10n.t('No asset is reported as exposed')
                  : l10n.t('No asset of your repositories is reported')
              }
            />
          ) : (
            <Table
              label={l10n.t('Cloud Assets')}
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
