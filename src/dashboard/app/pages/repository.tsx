import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import {
  deleteRepositories,
  getRepository,
  type Repository,
} from '../../../api/contract/repositories/repositories.ts';
import { useAnswer } from '../answer.ts';
import { call } from '../api.ts';
import { go, Link } from '../navigation.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Shown } from '../parts/states.tsx';
import { useSession } from '../session.tsx';
import { Decisions } from './repository/decisions.tsx';
import { Exposure } from './repository/exposure.tsx';
import { Scans } from './repository/scans.tsx';
import { Schedules } from './repository/schedules.tsx';
import { ServedBy } from './repository/served-by.tsx';
import { ScannerSettings } from './scanner-settings.tsx';

/** A repository with its scans, schedules and settings. */
export function RepositoryPage({ id }: { readonly id: string }) {
  const { organization, isAdmin } = useSession();
  const organizationId = organization.id;
  const answer = useAnswer<Repository>(id, async (signal) => {
    const { repository } = await call(getRepository, { id }, signal);
    return repository;
  });
  const [isDeleting, setDeleting] = useState(false);
  return (
    <Shown answer={answer}>
      {(repository) => (
        <>
          <div class="heading">
            <h1>{repository.name}</h1>
            <Link to={{ kind: 'issues' }} query={{ repository: id }}>
              {l10n.t('Show Issues')}
            </Link>
            {isAdmin && (
              <button type="button" onClick={() => setDeleting(true)}>
                {l10n.t('Delete')}
              </button>
            )}
          </div>
          <p class="quiet">{repository.url ?? repository.path}</p>
          <Exposure repository={repository} />
          <Scans repository={repository} />
          <Schedules repository={repository} />
          <Decisions repository={repository} />
          <section aria-labelledby="settings">
            <h2 id="settings">{l10n.t('Scanner settings')}</h2>
            {isAdmin && repository.type !== 'local' && (
              <ServedBy repository={repository} onChange={(changed) => answer.put(() => changed)} />
            )}
            <ScannerSettings scope={{ kind: 'repository', repositoryId: id }} />
          </section>
          {isDeleting && (
            <Dialog
              title={l10n.t('Delete {0} from the service?', repository.name)}
              action={l10n.t('Delete')}
              isDangerous
              onClose={() => setDeleting(false)}
              onSubmit={async () => {
                await call(deleteRepositories, { organizationId, repositoryIds: [id] });
                go({ kind: 'repositories' });
              }}
            >
              <p>
                {l10n.t(
                  'Its scans, issues and all decisions about them are deleted. The repository itself is not touched; it can be added again.',
                )}
              </p>
            </Dialog>
          )}
        </>
      )}
    </Shown>
  );
}
