import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { RequestOf } from '../../../../api/contract/endpoint.ts';
import {
  type CloudPosture,
  testPostureConnection,
  updatePostureSettings,
} from '../../../../api/contract/integrations/cloud-posture.ts';
import { call } from '../../api.ts';
import { Dialog, fieldOf } from '../../parts/dialog.tsx';
import { Field } from '../../parts/fields.tsx';
import { useSession } from '../../session.tsx';

/** What leaves the provider, said before anything is connected. */
export function WhatIsRead() {
  return (
    <>
      <p>
        {l10n.t(
          'Connect Wiz to see which repositories run where the internet reaches them. The service only reads:',
        )}
      </p>
      <ul>
        <li>{l10n.t('projects: their names')}</li>
        <li>{l10n.t('cloud assets that run code: names, types, regions, tags and image labels')}</li>
        <li>{l10n.t('network exposures to the internet: addresses, ports and protocols')}</li>
      </ul>
    </>
  );
}

interface ConnectingProps {
  readonly before: CloudPosture | null;
  readonly onConnected: (integration: CloudPosture) => void;
  readonly onClose: () => void;
}

/** Asks for what a service account of the provider has; a stored secret is kept where none is entered. */
export function Connecting({ before, onConnected, onClose }: ConnectingProps) {
  const { organization } = useSession();
  const [projects, setProjects] = useState<readonly string[]>();
  return (
    <Dialog
      title={before ? l10n.t('Change the Connection') : l10n.t('Connect Wiz')}
      action={projects ? l10n.t('Save') : l10n.t('Test Connection')}
      onClose={onClose}
      onSubmit={async (fields) => {
        const request = requestOf(organization.id, fields, before);
        if (projects) onConnected((await call(updatePostureSettings, request)).integration);
        else setProjects((await call(testPostureConnection, request)).projectNames);
      }}
    >
      {!before && <WhatIsRead />}
      {/* What was tried is not what is saved once a field is changed. */}
      <div onInput={() => setProjects(undefined)}>
        <Field
          label={l10n.t('API endpoint URL')}
          hint={l10n.t('In Wiz: User Settings, Tenant. For example https://api.us1.app.wiz.io/graphql')}
        >
          {(ties) => (
            <input
              {...ties}
              name="apiUrl"
              type="url"
              maxLength={500}
              required
              defaultValue={before?.apiUrl ?? ''}
            />
          )}
        </Field>
        <Field
          label={l10n.t('Token URL (optional)')}
          hint={l10n.t('https://auth.app.wiz.io/oauth/token when left empty.')}
        >
          {(ties) => (
            <input
              {...ties}
              name="tokenUrl"
              type="url"
              maxLength={500}
              defaultValue={before?.tokenUrl ?? ''}
            />
          )}
        </Field>
        <Field
          label={l10n.t('Client ID')}
          hint={l10n.t(
            'Of a service account that may read projects, cloud resources and network exposures, and nothing else.',
          )}
        >
          {(ties) => (
            <input
              {...ties}
              name="clientId"
              maxLength={500}
              required
              autoComplete="off"
              defaultValue={before?.clientId ?? ''}
            />
          )}
        </Field>
        <Field
          label={before ? l10n.t('Client secret (unchanged when empty)') : l10n.t('Client secret')}
          hint={
            before
              ? l10n.t('Needed again for another address or client ID.')
              : l10n.t('It is kept sealed and never shown again.')
          }
        >
          {(ties) => (
            <input {...ties} name="clientSecret" type="password" required={!before} autoComplete="off" />
          )}
        </Field>
      </div>
      <p role="status">{projects && testedText(projects)}</p>
    </Dialog>
  );
}

function testedText(projects: readonly string[]): string {
  return projects.length === 0
    ? l10n.t('The connection works. No project can be read yet.')
    : l10n.t('The connection works. Projects that can be read: {0}', projects.join(', '));
}

/** @throws Error where another client ID has no secret */
function requestOf(
  organizationId: string,
  fields: FormData,
  before: CloudPosture | null,
): RequestOf<typeof updatePostureSettings> {
  const [clientId, clientSecret] = [fieldOf(fields, 'clientId'), fieldOf(fields, 'clientSecret')];
  const tokenUrl = fieldOf(fields, 'tokenUrl');
  if (clientSecret === '' && before && before.clientId !== clientId)
    throw new Error(l10n.t('Enter the client secret of this client ID.'));
  return {
    organizationId,
    apiUrl: fieldOf(fields, 'apiUrl'),
    ...(tokenUrl === '' ? {} : { tokenUrl }),
    ...(clientSecret === '' ? {} : { credential: { clientId, clientSecret } }),
  };
}
