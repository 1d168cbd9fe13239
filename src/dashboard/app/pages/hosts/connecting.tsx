import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { RequestOf, ResponseOf } from '../../../../api/contract/endpoint.ts';
import { connectInstallation, HostedType } from '../../../../api/contract/repositories/installations.ts';
import { call } from '../../api.ts';
import { Dialog, fieldOf } from '../../parts/dialog.tsx';
import { Choice, Field } from '../../parts/fields.tsx';
import { useSession } from '../../session.tsx';

export function hostWord(type: HostedType): string {
  switch (type) {
    case 'github':
      return 'GitHub';
    case 'gitlab':
      return 'GitLab';
    case 'bitbucket':
      return 'Bitbucket';
    case 'bitbucketDataCenter':
      return 'Bitbucket Data Center';
    case 'azureDevops':
      return 'Azure DevOps';
  }
}

const hasNoUsualHost = (type: HostedType): boolean =>
  type === 'azureDevops' || type === 'bitbucketDataCenter';

function addressLabel(type: HostedType): string {
  if (type === 'azureDevops') return l10n.t('Address of the organization');
  return type === 'bitbucketDataCenter' ? l10n.t('Address') : l10n.t('Address (optional)');
}

type Credential = RequestOf<typeof connectInstallation>['credential'];

interface ConnectingProps {
  readonly onConnected: (connected: ResponseOf<typeof connectInstallation>) => void;
  readonly onClose: () => void;
}

/** Asks what a code host needs; which fields there are depends on the host and the way to sign in. */
export function Connecting({ onConnected, onClose }: ConnectingProps) {
  const { organization } = useSession();
  const [type, setType] = useState<HostedType>('github');
  const [isApp, setApp] = useState(false);
  return (
    <Dialog
      title={l10n.t('Connect a Code Host')}
      action={l10n.t('Connect')}
      onClose={onClose}
      onSubmit={async (fields) => {
        const [name, baseUrl] = [fieldOf(fields, 'name'), fieldOf(fields, 'baseUrl')];
        onConnected(
          await call(connectInstallation, {
            organizationId: organization.id,
            type,
            credential: credentialOf(fields, type === 'github' && isApp),
            ...(name === '' ? {} : { name }),
            ...(baseUrl === '' ? {} : { baseUrl }),
          }),
        );
      }}
    >
      <Choice
        label={l10n.t('Code host')}
        name="type"
        value={type}
        options={HostedType.options.map((each) => [each, hostWord(each)] as const)}
        onChange={(value) => setType(HostedType.parse(value))}
      />
      {type === 'github' && (
        <Choice
          label={l10n.t('Sign in with')}
          name="way"
          value={isApp ? 'app' : 'token'}
          options={[
            ['token', l10n.t('An access token')],
            ['app', l10n.t('A GitHub App')],
          ]}
          onChange={(value) => setApp(value === 'app')}
        />
      )}
      {type === 'github' && isApp ? <AppFields /> : <TokenFields type={type} />}
      <Field
        label={addressLabel(type)}
        hint={
          hasNoUsualHost(type)
            ? l10n.t('Where people open it in a browser.')
            : l10n.t('Of the pages for people. The public host when left empty.')
        }
      >
        {(ties) => (
          <input {...ties} name="baseUrl" maxLength={500} inputMode="url" required={hasNoUsualHost(type)} />
        )}
      </Field>
      <Field label={l10n.t('Name (optional)')}>
        {(ties) => <input {...ties} name="name" maxLength={200} />}
      </Field>
    </Dialog>
  );
}

function TokenFields({ type }: { readonly type: HostedType }) {
  return (
    <>
      {type === 'bitbucket' && (
        <Field label={l10n.t('E-mail or user name (optional)')}>
          {(ties) => <input {...ties} name="username" maxLength={200} autoComplete="off" />}
        </Field>
      )}
      <Field label={l10n.t('Access token')} hint={l10n.t('It is kept sealed and never shown again.')}>
        {(ties) => <input {...ties} name="token" type="password" required autoComplete="off" />}
      </Field>
    </>
  );
}

function AppFields() {
  return (
    <>
      <Field label={l10n.t('App ID')}>
        {(ties) => <input {...ties} name="appId" required maxLength={64} />}
      </Field>
      <Field label={l10n.t('Installation ID')}>
        {(ties) => <input {...ties} name="installationId" required maxLength={20} inputMode="numeric" />}
      </Field>
      <Field label={l10n.t('Private key')} hint={l10n.t('The content of the .pem file. It is kept sealed.')}>
        {(ties) => <textarea {...ties} name="privateKey" rows={4} required autoComplete="off" />}
      </Field>
    </>
  );
}

function credentialOf(fields: FormData, isApp: boolean): Credential {
  if (isApp)
    return {
      kind: 'githubApp',
      appId: fieldOf(fields, 'appId'),
      installationId: fieldOf(fields, 'installationId'),
      privateKey: fieldOf(fields, 'privateKey'),
    };
  const username = fieldOf(fields, 'username');
  return { kind: 'token', token: fieldOf(fields, 'token'), ...(username === '' ? {} : { username }) };
}
