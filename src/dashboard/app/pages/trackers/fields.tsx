import * as l10n from '@vscode/l10n';
import type { RequestOf } from '../../../../api/contract/endpoint.ts';
import type { connectTracker, TrackerType } from '../../../../api/contract/integrations/trackers.ts';
import { fieldOf } from '../../parts/dialog.tsx';
import { Field } from '../../parts/fields.tsx';

/** Fields of the forms that connect and change trackers. */

export const isJira = (type: TrackerType): boolean => type === 'jira' || type === 'jiraDataCenter';

export function projectLabel(type: TrackerType): string {
  if (isJira(type)) return l10n.t('Project key');
  if (type === 'github') return l10n.t('Repository');
  return type === 'gitlab' ? l10n.t('Project') : l10n.t('Team key');
}

export function projectHint(type: TrackerType): string {
  const reads = l10n.t('Whoever reads it in the tracker reads the issues created there.');
  if (type === 'github') return `owner/name. ${reads}`;
  return `${type === 'gitlab' ? 'group/project' : 'SEC'}. ${reads}`;
}

function tokenLabel(type: TrackerType): string {
  if (type === 'jira') return l10n.t('API token');
  if (type === 'jiraDataCenter') return l10n.t('Personal access token');
  return type === 'linear' ? l10n.t('API key') : l10n.t('Access token');
}

function tokenHint(type: TrackerType): string {
  switch (type) {
    case 'jira':
    case 'jiraDataCenter':
      return l10n.t('Of an account that may see the project and create issues in it.');
    case 'github':
      return l10n.t('Fine-grained, for this repository: Issues, read and write.');
    case 'gitlab':
      return l10n.t('Of the project, with the scope api.');
    case 'linear':
      return l10n.t('It may read and create issues of the team.');
  }
}

interface CredentialFieldsProps {
  readonly type: TrackerType;
  readonly isRequired: boolean;
}

export function CredentialFields({ type, isRequired }: CredentialFieldsProps) {
  const sealed = l10n.t('It is kept sealed and never shown again.');
  const stays = l10n.t('Leave it empty to keep the present one.');
  return (
    <>
      {type === 'jira' && (
        <Field
          label={l10n.t('E-mail address of the API token')}
          {...(isRequired ? {} : { hint: l10n.t('Needed with a new token.') })}
        >
          {(ties) => (
            <input {...ties} name="username" maxLength={200} autoComplete="off" required={isRequired} />
          )}
        </Field>
      )}
      <Field label={tokenLabel(type)} hint={`${tokenHint(type)} ${isRequired ? sealed : stays}`}>
        {(ties) => <input {...ties} name="token" type="password" required={isRequired} autoComplete="off" />}
      </Field>
    </>
  );
}

export function credentialOf(fields: FormData): RequestOf<typeof connectTracker>['credential'] {
  const username = fieldOf(fields, 'username');
  return { token: fieldOf(fields, 'token'), ...(username === '' ? {} : { username }) };
}

interface WaysProps {
  readonly type: TrackerType;
  readonly issueType: string;
  readonly labels: readonly string[];
  readonly resolveWhenClosed: boolean;
}

/** How issues are made in the tracker, and what follows when one is closed there. */
export function Ways({ type, issueType, labels, resolveWhenClosed }: WaysProps) {
  return (
    <>
      {isJira(type) && (
        <Field label={l10n.t('Issue type')}>
          {(ties) => <input {...ties} name="issueType" maxLength={100} required defaultValue={issueType} />}
        </Field>
      )}
      <Field label={l10n.t('Labels')} hint={l10n.t('Separated by spaces.')}>
        {(ties) => <input {...ties} name="labels" maxLength={1000} defaultValue={labels.join(' ')} />}
      </Field>
      <label class="option">
        <input type="checkbox" name="resolveWhenClosed" defaultChecked={resolveWhenClosed} />
        {l10n.t('Resolve an issue here when its linked issue is closed')}
      </label>
    </>
  );
}

export const labelsOf = (fields: FormData): string[] =>
  fieldOf(fields, 'labels')
    .split(/[\s,]+/)
    .filter((label) => label !== '');
