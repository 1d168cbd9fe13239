import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { connectTracker, TrackerType } from '../../../../api/contract/integrations/trackers.ts';
import { trackerTypeLabel } from '../../../../words/trackers.ts';
import { call } from '../../api.ts';
import { Dialog, fieldOf } from '../../parts/dialog.tsx';
import { Choice, Field } from '../../parts/fields.tsx';
import { useSession } from '../../session.tsx';
import {
  CredentialFields,
  credentialOf,
  isJira,
  labelsOf,
  projectHint,
  projectLabel,
  Ways,
} from './fields.tsx';

interface ConnectingProps {
  readonly onConnected: () => void;
  readonly onClose: () => void;
}

/** Asks what a tracker needs, and has it tried before it is kept. */
export function Connecting({ onConnected, onClose }: ConnectingProps) {
  const { organization } = useSession();
  const [type, setType] = useState<TrackerType>('jira');
  return (
    <Dialog
      title={l10n.t('Connect an Issue Tracker')}
      action={l10n.t('Test and Connect')}
      onClose={onClose}
      onSubmit={async (fields) => {
        const [name, baseUrl] = [fieldOf(fields, 'name'), fieldOf(fields, 'baseUrl')];
        const issueType = fieldOf(fields, 'issueType');
        await call(connectTracker, {
          organizationId: organization.id,
          type,
          project: fieldOf(fields, 'project'),
          credential: credentialOf(fields),
          labels: labelsOf(fields),
          resolveWhenClosed: fieldOf(fields, 'resolveWhenClosed') === 'on',
          ...(issueType === '' ? {} : { issueType }),
          ...(name === '' ? {} : { name }),
          ...(baseUrl === '' ? {} : { baseUrl }),
        });
        onConnected();
      }}
    >
      <Choice
        label={l10n.t('Tracker')}
        name="type"
        value={type}
        options={TrackerType.options.map((each) => [each, trackerTypeLabel(each)] as const)}
        onChange={(value) => setType(TrackerType.parse(value))}
      />
      <Field
        label={isJira(type) ? l10n.t('Address') : l10n.t('Address (optional)')}
        hint={
          isJira(type)
            ? l10n.t('Where people open it in a browser, such as https://acme.atlassian.net.')
            : l10n.t('Of the pages for people. The public host when left empty.')
        }
      >
        {(ties) => <input {...ties} name="baseUrl" maxLength={500} inputMode="url" required={isJira(type)} />}
      </Field>
      <CredentialFields type={type} isRequired />
      <Field label={projectLabel(type)} hint={projectHint(type)}>
        {(ties) => <input {...ties} name="project" maxLength={200} required />}
      </Field>
      <Ways type={type} issueType="Task" labels={['security']} resolveWhenClosed={false} />
      <Field label={l10n.t('Name (optional)')}>
        {(ties) => <input {...ties} name="name" maxLength={200} />}
      </Field>
    </Dialog>
  );
}
