import * as l10n from '@vscode/l10n';
import type { RequestOf } from '../../../../api/contract/endpoint.ts';
import type { IssueFilters } from '../../../../api/contract/issues.ts';
import type { createReport } from '../../../../api/contract/reports/reports.ts';
import { listRepositories } from '../../../../api/contract/repositories/repositories.ts';
import { IssueStatus, openStatuses, Severity } from '../../../../api/contract/vocabulary.ts';
import { severityLabel, statusLabel } from '../../../../words/issues.ts';
import { useAnswer } from '../../answer.ts';
import { call } from '../../api.ts';
import { fieldOf } from '../../parts/dialog.tsx';
import { Choice } from '../../parts/fields.tsx';
import { useSession } from '../../session.tsx';

/** As many as one request takes; there are filters for more over the interface. */
const mostOffered = 100;
const everything = 'all';

interface FilterFieldsProps {
  /** Of a bill of materials, which has no issues. */
  readonly onlyRepositories?: boolean;
  readonly filters?: IssueFilters;
}

/** What a report is about: fields of a dialog. */
export function FilterFields({ onlyRepositories = false, filters = {} }: FilterFieldsProps) {
  const { organization } = useSession();
  const answer = useAnswer(`repositories ${organization.id}`, (signal) =>
    call(listRepositories, { organizationId: organization.id, limit: mostOffered }, signal),
  );
  const repositories = answer.asked.kind === 'there' ? answer.asked.value.repositories : [];
  return (
    <>
      <Choice
        key={`repository ${repositories.length}`}
        label={l10n.t('Repository')}
        name="repository"
        value={filters.repositoryIds?.[0] ?? ''}
        options={[['', l10n.t('All')], ...repositories.map(({ id, name }) => [id, name] as const)]}
      />
      {!onlyRepositories && (
        <>
          <fieldset>
            <legend>{l10n.t('Severity')}</legend>
            {Severity.options.map((severity) => (
              <label key={severity} class="option">
                <input
                  type="checkbox"
                  name={`severity-${severity}`}
                  defaultChecked={filters.severities?.includes(severity) ?? true}
                />
                {severityLabel(severity)}
              </label>
            ))}
          </fieldset>
          <Choice
            label={l10n.t('Status')}
            name="status"
            value={statusOf(filters)}
            options={[
              [everything, l10n.t('Any')],
              ['', l10n.t('All open')],
              ...IssueStatus.options.map((each) => [each, statusLabel(each)] as const),
            ]}
          />
        </>
      )}
    </>
  );
}

function statusOf({ statuses }: IssueFilters): string {
  if (!statuses) return everything;
  return statuses.length === 1 ? (statuses[0] ?? '') : '';
}

/** What the fields say; what lets everything through is left out. */
export function filtersOf(
  fields: FormData,
  onlyRepositories = false,
): NonNullable<RequestOf<typeof createReport>['filters']> {
  const repository = fieldOf(fields, 'repository');
  const within = repository === '' ? {} : { repositoryIds: [repository] };
  if (onlyRepositories) return within;
  const severities = Severity.options.filter((severity) => fields.has(`severity-${severity}`));
  const chosen = fieldOf(fields, 'status');
  const status = IssueStatus.safeParse(chosen);
  const isNarrowed = severities.length > 0 && severities.length < Severity.options.length;
  return {
    ...within,
    ...(isNarrowed && { severities }),
    ...(status.success ? { statuses: [status.data] } : chosen === '' ? { statuses: [...openStatuses] } : {}),
  };
}
