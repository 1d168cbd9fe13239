import * as l10n from '@vscode/l10n';
import { type Tracker, updateTracker } from '../../../../api/contract/integrations/trackers.ts';
import { Severity } from '../../../../api/contract/vocabulary.ts';
import { severityLabel } from '../../../../words/issues.ts';
import { call } from '../../api.ts';
import { Dialog, fieldOf } from '../../parts/dialog.tsx';
import { Field } from '../../parts/fields.tsx';
import { useSession } from '../../session.tsx';
import { CredentialFields, credentialOf, labelsOf, projectHint, projectLabel, Ways } from './fields.tsx';

interface ChangingProps {
  readonly tracker: Tracker;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Changes how issues are made in a tracker; credentials that are left empty stay. */
export function Changing({ tracker, onChanged, onClose }: ChangingProps) {
  const { organization } = useSession();
  const { type } = tracker;
  return (
    <Dialog
      title={l10n.t('Change {0}', tracker.name)}
      action={l10n.t('Save')}
      onClose={onClose}
      onSubmit={async (fields) => {
        const issueType = fieldOf(fields, 'issueType');
        await call(updateTracker, {
          organizationId: organization.id,
          trackerId: tracker.id,
          name: fieldOf(fields, 'name'),
          project: fieldOf(fields, 'project'),
          labels: labelsOf(fields),
          priorities: prioritiesOf(fields),
          resolveWhenClosed: fieldOf(fields, 'resolveWhenClosed') === 'on',
          ...(issueType === '' ? {} : { issueType }),
          ...(fieldOf(fields, 'token') === '' ? {} : { credential: credentialOf(fields) }),
        });
        onChanged();
      }}
    >
      <Field label={l10n.t('Name')}>
        {(ties) => <input {...ties} name="name" maxLength={200} required defaultValue={tracker.name} />}
      </Field>
      <Field label={projectLabel(type)} hint={projectHint(type)}>
        {(ties) => <input {...ties} name="project" maxLength={200} required defaultValue={tracker.project} />}
      </Field>
      <Ways
        type={type}
        issueType={tracker.issueType}
        labels={tracker.labels}
        resolveWhenClosed={tracker.resolveWhenClosed}
      />
      <fieldset>
        <legend>{prioritiesLabel(tracker)}</legend>
        <p class="quiet">{l10n.t('What each severity becomes. Leave one empty to send none.')}</p>
        <div class="columns">
          {Severity.options.map((severity) => (
            <Field key={severity} label={severityLabel(severity)}>
              {(ties) => (
                <input
                  {...ties}
                  name={`priority ${severity}`}
                  maxLength={100}
                  defaultValue={tracker.priorities[severity] ?? ''}
                />
              )}
            </Field>
          ))}
        </div>
      </fieldset>
      <CredentialFields type={type} isRequired={false} />
    </Dialog>
  );
}

function prioritiesLabel({ type }: Tracker): string {
  if (type === 'github' || type === 'gitlab') return l10n.t('Labels of severities');
  return type === 'linear' ? l10n.t('Priorities (1 to 4)') : l10n.t('Priorities');
}

const prioritiesOf = (fields: FormData): Tracker['priorities'] =>
  Object.fromEntries(
    Severity.options.flatMap((severity) => {
      const priority = fieldOf(fields, `priority ${severity}`);
      return priority === '' ? [] : [[severity, priority]];
    }),
  );
