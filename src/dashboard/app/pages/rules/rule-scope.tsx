import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { listRepositories } from '../../../../api/contract/repositories/repositories.ts';
import type { Rule } from '../../../../api/contract/rules/rules.ts';
import { useAnswer } from '../../answer.ts';
import { call } from '../../api.ts';
import { Checks } from '../../parts/checks.tsx';
import { Choice } from '../../parts/fields.tsx';
import { Shown } from '../../parts/states.tsx';
import { useSession } from '../../session.tsx';

/** Where a rule holds. */
export type Scope =
  | { readonly kind: 'all' }
  | { readonly kind: 'some'; readonly repositoryIds: readonly string[] };

/** Where a rule holds now; a new one for all repositories, as far as the person may say so. */
export function scopeOf(rule: Rule | undefined, isAdmin: boolean): Scope {
  if (rule && !rule.allRepositories) return { kind: 'some', repositoryIds: rule.repositoryIds };
  return rule || isAdmin ? { kind: 'all' } : { kind: 'some', repositoryIds: [] };
}

/** At most as many are offered; the search finds the others. */
const mostOffered = 50;

interface RuleScopeProps {
  readonly scope: Scope;
  readonly onChange: (scope: Scope) => void;
}

export function RuleScope({ scope, onChange }: RuleScopeProps) {
  const { isAdmin } = useSession();
  return (
    <fieldset>
      <legend>{l10n.t('Repositories')}</legend>
      <Choice
        label={l10n.t('The rule holds for')}
        name="scope"
        value={scope.kind}
        options={[
          ...(isAdmin ? ([['all', l10n.t('All repositories')]] as const) : []),
          ['some', l10n.t('Some repositories')],
        ]}
        onChange={(kind) => onChange(kind === 'all' ? { kind } : { kind: 'some', repositoryIds: [] })}
      />
      {scope.kind === 'some' && (
        <Chosen
          repositoryIds={scope.repositoryIds}
          onChange={(repositoryIds) => onChange({ kind: 'some', repositoryIds })}
        />
      )}
    </fieldset>
  );
}

interface ChosenProps {
  readonly repositoryIds: readonly string[];
  readonly onChange: (repositoryIds: string[]) => void;
}

function Chosen({ repositoryIds, onChange }: ChosenProps) {
  const { organization } = useSession();
  const organizationId = organization.id;
  const [searchQuery, setSearch] = useState('');
  const repositories = useAnswer(`repositories ${organizationId} ${searchQuery}`, async (signal) => {
    const request = { organizationId, limit: mostOffered, ...(searchQuery === '' ? {} : { searchQuery }) };
    return (await call(listRepositories, request, signal)).repositories;
  });
  return (
    <>
      <p role="status">{l10n.t('{0} chosen', repositoryIds.length)}</p>
      <div class="field">
        <input
          type="search"
          aria-label={l10n.t('Search repositories')}
          placeholder={l10n.t('Search repositories')}
          maxLength={200}
          onInput={(event) => setSearch(event.currentTarget.value.trim())}
        />
      </div>
      <Shown answer={repositories}>
        {(items) =>
          items.length === 0 ? (
            <p class="quiet">{l10n.t('No repository fits.')}</p>
          ) : (
            <Checks
              options={items.map(({ id, name }) => [id, name])}
              chosen={repositoryIds}
              onChange={onChange}
            />
          )
        }
      </Shown>
    </>
  );
}
