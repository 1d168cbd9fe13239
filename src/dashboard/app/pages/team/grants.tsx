import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { ApiError } from '../../../../api/api-error.ts';
import { setTeamPermissions, type TeamPermissions } from '../../../../api/contract/organizations/teams.ts';
import { listRepositories } from '../../../../api/contract/repositories/repositories.ts';
import { listTags } from '../../../../api/contract/repositories/tags.ts';
import { asApiError, useAnswer } from '../../answer.ts';
import { call } from '../../api.ts';
import { Checks } from '../../parts/checks.tsx';
import { Failure, Shown } from '../../parts/states.tsx';
import { useSession } from '../../session.tsx';
import { organizationOptions, repositoryOptions } from './permission-options.ts';

/** At most as many of each are offered to be chosen from; more are granted by tag. */
const mostOffered = 100;

interface GrantsProps {
  readonly permissions: TeamPermissions;
  readonly onChange: (permissions: TeamPermissions) => void;
}

/** What a team grants; a change is saved at once. */
export function TeamGrants({ permissions, onChange }: GrantsProps) {
  const { organization, mayManageTeams } = useSession();
  const organizationId = organization.id;
  const { teamId, repoAccess } = permissions;
  const [error, setError] = useState<ApiError>();
  const save = (change: Partial<Pick<Parameters<typeof send>[0], 'permissions' | 'repoAccess'>>): void => {
    setError(undefined);
    send({ organizationId, teamId, ...change }).then(onChange, (failure: unknown) =>
      setError(asApiError(failure)),
    );
  };
  const access = (change: Partial<Access>): void => {
    const { accessMode, effectivePermissions, repositoryIds, tagIds } = repoAccess;
    const next = { accessMode, permissions: effectivePermissions, repositoryIds, tagIds, ...change };
    save({ repoAccess: next.accessMode === 'universal' ? { ...next, repositoryIds: [], tagIds: [] } : next });
  };
  return (
    <section aria-labelledby="grants">
      <h2 id="grants">{l10n.t('What it grants')}</h2>
      {error && <Failure error={error} />}
      <fieldset disabled={!mayManageTeams}>
        <legend>{l10n.t('In the organization')}</legend>
        <Checks
          options={organizationOptions()}
          chosen={permissions.permissions}
          onChange={(chosen) => save({ permissions: chosen })}
        />
      </fieldset>
      <fieldset disabled={!mayManageTeams}>
        <legend>{l10n.t('For repositories')}</legend>
        <Checks
          options={repositoryOptions()}
          chosen={repoAccess.effectivePermissions}
          onChange={(chosen) => access({ permissions: chosen })}
        />
      </fieldset>
      <fieldset disabled={!mayManageTeams}>
        <legend>{l10n.t('Which repositories')}</legend>
        {(['universal', 'selected'] as const).map((mode) => (
          <label key={mode} class="option">
            <input
              type="radio"
              name="mode"
              checked={repoAccess.accessMode === mode}
              onChange={() => access({ accessMode: mode })}
            />
            {mode === 'universal' ? l10n.t('All, those added later too') : l10n.t('Only these:')}
          </label>
        ))}
        {repoAccess.accessMode === 'selected' && <Selected repoAccess={repoAccess} onChange={access} />}
      </fieldset>
    </section>
  );
}

type Access = NonNullable<Parameters<typeof send>[0]['repoAccess']>;

function send(request: Parameters<typeof call<typeof setTeamPermissions>>[1]): Promise<TeamPermissions> {
  return call(setTeamPermissions, request);
}

interface SelectedProps {
  readonly repoAccess: TeamPermissions['repoAccess'];
  readonly onChange: (change: Partial<Access>) => void;
}

function Selected({ repoAccess, onChange }: SelectedProps) {
  const { organization } = useSession();
  const organizationId = organization.id;
  const answer = useAnswer(`grants ${organizationId}`, async (signal) => {
    const [{ repositories }, { tags }] = await Promise.all([
      call(listRepositories, { organizationId, limit: mostOffered }, signal),
      call(listTags, { organizationId, limit: mostOffered }, signal),
    ]);
    return { repositories, tags };
  });
  return (
    <Shown answer={answer}>
      {({ repositories, tags }) => (
        <div class="columns">
          <fieldset>
            <legend>{l10n.t('By tag')}</legend>
            {tags.length === 0 && <p class="quiet">{l10n.t('There are no tags.')}</p>}
            <Checks
              options={tags.map(({ id, name }) => [id, name])}
              chosen={repoAccess.tagIds}
              onChange={(tagIds) => onChange({ tagIds })}
            />
          </fieldset>
          <fieldset>
            <legend>{l10n.t('By repository')}</legend>
            <Checks
              options={repositories.map(({ id, name }) => [id, name])}
              chosen={repoAccess.repositoryIds}
              onChange={(repositoryIds) => onChange({ repositoryIds })}
            />
          </fieldset>
        </div>
      )}
    </Shown>
  );
}
