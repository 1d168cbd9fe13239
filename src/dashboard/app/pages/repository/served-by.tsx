import * as l10n from '@vscode/l10n';
import {
  type Installation,
  listInstallations,
  serveRepository,
} from '../../../../api/contract/repositories/installations.ts';
import type { Repository } from '../../../../api/contract/repositories/repositories.ts';
import { useAnswer } from '../../answer.ts';
import { call } from '../../api.ts';
import { SettingRow } from '../../parts/setting-row.tsx';
import { Shown } from '../../parts/states.tsx';

interface ServedByProps {
  readonly repository: Repository;
  readonly onChange: (repository: Repository) => void;
}

/** Whose credentials fetch the repository, where a code host is connected; for administrators. */
export function ServedBy({ repository, onChange }: ServedByProps) {
  const { id: repositoryId, organizationId, installation } = repository;
  const answer = useAnswer<readonly Installation[]>(organizationId, async (signal) => {
    const { installations } = await call(listInstallations, { organizationId, limit: 100 }, signal);
    return installations;
  });
  const title = l10n.t('Code host');
  return (
    <Shown answer={answer}>
      {(installations) =>
        installations.length > 0 && (
          <SettingRow title={title} hint={l10n.t('Its credentials fetch this repository and report on it.')}>
            {(save) => (
              <select
                aria-label={title}
                value={installation?.id ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  save(async () => {
                    const installationId = value === '' ? null : value;
                    const request = { organizationId, repositoryId, installationId };
                    onChange((await call(serveRepository, request)).repository);
                  })
                }
              >
                <option value="">{l10n.t('None: without credentials')}</option>
                {installations.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </SettingRow>
        )
      }
    </Shown>
  );
}
