import * as l10n from '@vscode/l10n';
import { listRepositories } from '../../../../api/contract/repositories/repositories.ts';
import { useAnswer } from '../../answer.ts';
import { call } from '../../api.ts';
import { Checks } from '../../parts/checks.tsx';
import { Shown } from '../../parts/states.tsx';
import { useSession } from '../../session.tsx';

/** Where something holds, as a request has it. */
export type ScopeOf = { readonly allRepositories: true } | { readonly repositoryIds: string[] };

export const scopeOf = (repositoryIds: readonly string[]): ScopeOf =>
  repositoryIds.length === 0 ? { allRepositories: true } : { repositoryIds: [...repositoryIds] };

interface ScopeFieldProps {
  readonly chosen: readonly string[];
  readonly onChange: (repositoryIds: string[]) => void;
}

/** The repositories that something is for, of the first 100; none stands for all. */
export function ScopeField({ chosen, onChange }: ScopeFieldProps) {
  const { id: organizationId } = useSession().organization;
  const repositories = useAnswer(`repositories ${organizationId}`, async (signal) => {
    const listed = await call(listRepositories, { organizationId, limit: 100 }, signal);
    return listed.repositories;
  });
  return (
    <fieldset>
      <legend>{l10n.t('Repositories')}</legend>
      <p class="quiet">{l10n.t('Choose none for all repositories.')}</p>
      <Shown answer={repositories}>
        {(items) => (
          <Checks options={items.map(({ id, name }) => [id, name])} chosen={chosen} onChange={onChange} />
        )}
      </Shown>
    </fieldset>
  );
}
