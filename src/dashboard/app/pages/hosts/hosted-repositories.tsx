import * as l10n from '@vscode/l10n';
import type { ResponseOf } from '../../../../api/contract/endpoint.ts';
import {
  type Installation,
  listHostedRepositories,
} from '../../../../api/contract/repositories/installations.ts';
import { addRepository } from '../../../../api/contract/repositories/repositories.ts';
import { call } from '../../api.ts';
import { Link } from '../../navigation.tsx';
import { usePages } from '../../paged.ts';
import { ActionButton } from '../../parts/action.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useSession } from '../../session.tsx';

type Hosted = ResponseOf<typeof listHostedRepositories>['repositories'][number];

const columns = (): readonly Column<Hosted>[] => [
  { title: l10n.t('Repository'), cell: ({ path }) => path },
  {
    title: l10n.t('Visibility'),
    cell: ({ isPrivate }) => (isPrivate ? l10n.t('private') : l10n.t('public')),
    isMinor: true,
  },
];

interface Props {
  readonly installation: Installation;
  readonly onClose: () => void;
}

/** What the credentials of a code host reach, to be added one by one. */
export function HostedRepositories({ installation, onClose }: Props) {
  const { organization } = useSession();
  const organizationId = organization.id;
  const answer = usePages<Hosted>(installation.id, async (cursor, signal) => {
    const request = { organizationId, installationId: installation.id, cursor };
    const { repositories, nextCursor } = await call(listHostedRepositories, request, signal);
    return { items: repositories, nextCursor };
  });
  return (
    <Dialog title={l10n.t('Repositories of {0}', installation.name)} onClose={onClose}>
      <Shown answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={l10n.t('The credentials reach no repository')} />
          ) : (
            <Table
              label={l10n.t('Repositories')}
              items={items}
              idOf={({ url }) => url}
              columns={columns()}
              onMore={answer.more}
              actions={({ url, repositoryId }) =>
                repositoryId === undefined ? (
                  <ActionButton
                    act={async () => {
                      await call(addRepository, {
                        organization_id: organizationId,
                        repository_type: installation.type,
                        repository_url: url,
                      });
                      answer.again();
                    }}
                  >
                    {l10n.t('Add')}
                  </ActionButton>
                ) : (
                  <Link to={{ kind: 'repository', id: repositoryId }}>{l10n.t('Open')}</Link>
                )
              }
            />
          )
        }
      </Shown>
    </Dialog>
  );
}
