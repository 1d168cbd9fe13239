import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import {
  listPostureApplications,
  type PostureApplication,
  type PostureMatchRule,
} from '../../../../api/contract/integrations/cloud-posture.ts';
import { call } from '../../api.ts';
import { Link } from '../../navigation.tsx';
import { usePages } from '../../paged.ts';
import { Empty, Shown } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useSession } from '../../session.tsx';
import { Mapping } from './mapping.tsx';

export function ruleWord(rule: PostureMatchRule): string {
  switch (rule) {
    case 'MAPPED_PROJECT':
      return l10n.t('mapped project');
    case 'MAPPED_TAG':
      return l10n.t('mapped tag');
    case 'REPOSITORY_TAG':
      return l10n.t('repository in a tag');
    case 'IMAGE_SOURCE':
      return l10n.t('source of the image');
  }
}

export function ExposedBadge() {
  return <span class="severity high">{l10n.t('Exposed')}</span>;
}

const columns = (): readonly Column<PostureApplication>[] => [
  {
    title: l10n.t('Repository'),
    cell: ({ repositoryId, repositoryName }) => (
      <Link to={{ kind: 'repository', id: repositoryId }}>{repositoryName}</Link>
    ),
  },
  {
    title: l10n.t('Exposure'),
    cell: ({ assetCount, exposedAssetCount }) => {
      if (exposedAssetCount > 0) return <ExposedBadge />;
      if (assetCount > 0) return l10n.t('not exposed');
      return <span class="quiet">{l10n.t('no asset is known')}</span>;
    },
  },
  {
    title: l10n.t('Exposed assets'),
    cell: ({ assetCount, exposedAssetCount }) => l10n.t('{0} of {1}', exposedAssetCount, assetCount),
    isNumber: true,
    isMinor: true,
  },
  {
    title: l10n.t('Matched by'),
    cell: ({ rules }) => rules.map(ruleWord).join(', '),
    isMinor: true,
  },
];

/** Which repositories the provider's assets belong to, by whose word. */
export function Applications() {
  const { organization, isAdmin } = useSession();
  const organizationId = organization.id;
  const [mapping, setMapping] = useState<PostureApplication>();
  const answer = usePages<PostureApplication>(organizationId, async (cursor, signal) => {
    const request = { organizationId, cursor };
    const { applications, nextCursor } = await call(listPostureApplications, request, signal);
    return { items: applications, nextCursor };
  });
  return (
    <>
      <h2>{l10n.t('Repositories')}</h2>
      <p class="quiet">
        {l10n.t(
          'An asset belongs to a repository whose address is in one of its tags or image labels, or that somebody mapped to it.',
        )}
      </p>
      <Shown answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={l10n.t('No repository yet')} />
          ) : (
            <Table
              label={l10n.t('Repositories')}
              items={items}
              idOf={({ repositoryId }) => repositoryId}
              columns={columns()}
              onMore={answer.more}
              {...(isAdmin && {
                actions: (application: PostureApplication) => (
                  <button
                    type="button"
                    aria-label={l10n.t('Map {0}', application.repositoryName)}
                    onClick={() => setMapping(application)}
                  >
                    {l10n.t('Map')}
                  </button>
                ),
              })}
            />
          )
        }
      </Shown>
      {mapping && (
        <Mapping
          application={mapping}
          onClose={() => setMapping(undefined)}
          onMapped={(application) => {
            answer.put(({ items, nextCursor }) => ({
              items: items.map((each) =>
                each.repositoryId === application.repositoryId ? application : each,
              ),
              nextCursor,
            }));
            setMapping(undefined);
          }}
        />
      )}
    </>
  );
}
