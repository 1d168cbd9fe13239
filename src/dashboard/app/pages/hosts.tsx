import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import {
  deleteInstallation,
  type Installation,
  listInstallations,
  updateInstallation,
} from '../../../api/contract/repositories/installations.ts';
import { call } from '../api.ts';
import { usePages } from '../paged.ts';
import { ActionButton } from '../parts/action.tsx';
import { CopyField } from '../parts/copy.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Empty, Shown } from '../parts/states.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { When } from '../parts/time.tsx';
import { useSession } from '../session.tsx';
import { Connecting, hostWord } from './hosts/connecting.tsx';
import { HostedRepositories } from './hosts/hosted-repositories.tsx';

type Open =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'webhook'; readonly installation: Installation; readonly secret: string }
  | { readonly kind: 'repositories' | 'deleting'; readonly installation: Installation };

const columns = (): readonly Column<Installation>[] => [
  {
    title: l10n.t('Name'),
    cell: ({ name, type }) => (
      <>
        {name} <span class="quiet">{hostWord(type)}</span>
      </>
    ),
  },
  { title: l10n.t('Address'), cell: ({ baseUrl }) => baseUrl, isMinor: true },
  {
    title: l10n.t('Signed in as'),
    cell: ({ account, errorMessage }) =>
      errorMessage === undefined ? account : <strong class="bad">{errorMessage}</strong>,
  },
  {
    title: l10n.t('Last webhook'),
    cell: ({ lastDeliveryAt }) => <When at={lastDeliveryAt} />,
    isMinor: true,
  },
];

/** Code hosts whose private repositories are fetched, and whose pull requests are scanned. */
export function Hosts() {
  const { organization } = useSession();
  const organizationId = organization.id;
  const [open, setOpen] = useState<Open>();
  const answer = usePages<Installation>(organizationId, async (cursor, signal) => {
    const { installations, nextCursor } = await call(listInstallations, { organizationId, cursor }, signal);
    return { items: installations, nextCursor };
  });
  const actions = (installation: Installation) => (
    <>
      <button type="button" onClick={() => setOpen({ kind: 'repositories', installation })}>
        {l10n.t('Add Repositories')}
      </button>
      <ActionButton
        act={async () => {
          const request = { organizationId, installationId: installation.id, renewWebhookSecret: true };
          const renewed = await call(updateInstallation, request);
          setOpen({
            kind: 'webhook',
            installation: renewed.installation,
            secret: renewed.webhookSecret ?? '',
          });
        }}
      >
        {l10n.t('New Webhook Secret')}
      </ActionButton>
      <button type="button" onClick={() => setOpen({ kind: 'deleting', installation })}>
        {l10n.t('Disconnect')}
      </button>
    </>
  );
  return (
    <>
      <div class="heading">
        <h1>{l10n.t('Code Hosts')}</h1>
        <button type="button" class="main" onClick={() => setOpen({ kind: 'connecting' })}>
          {l10n.t('Connect')}
        </button>
      </div>
      <Shown answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={l10n.t('No code host is connected')}>
              <p>
                {l10n.t(
                  'Public repositories need none. Connect one to fetch private repositories, to scan pull requests and to report on them.',
                )}
              </p>
            </Empty>
          ) : (
            <Table
              label={l10n.t('Code Hosts')}
              items={items}
              idOf={({ id }) => id}
              columns={columns()}
              actions={actions}
              onMore={answer.more}
            />
          )
        }
      </Shown>
      {open && <HostDialog open={open} setOpen={setOpen} onChanged={answer.again} />}
    </>
  );
}

interface HostDialogProps {
  readonly open: Open;
  readonly setOpen: (open: Open | undefined) => void;
  readonly onChanged: () => void;
}

function HostDialog({ open, setOpen, onChanged }: HostDialogProps) {
  const { organization } = useSession();
  const close = (): void => setOpen(undefined);
  switch (open.kind) {
    case 'connecting':
      return (
        <Connecting
          onClose={close}
          onConnected={({ installation, webhookSecret }) => {
            onChanged();
            setOpen({ kind: 'webhook', installation, secret: webhookSecret });
          }}
        />
      );
    case 'webhook':
      return (
        <Dialog title={l10n.t('Webhook of {0}', open.installation.name)} onClose={close}>
          <p>
            {l10n.t(
              'Enter both in the settings of the code host, for events of pull requests. The secret is not shown again.',
            )}
          </p>
          <CopyField label={l10n.t('Address')} value={open.installation.webhookUrl} />
          <CopyField label={l10n.t('Secret')} value={open.secret} />
        </Dialog>
      );
    case 'repositories':
      return <HostedRepositories installation={open.installation} onClose={close} />;
    case 'deleting':
      return (
        <Dialog
          title={l10n.t('Disconnect {0}?', open.installation.name)}
          action={l10n.t('Disconnect')}
          isDangerous
          onClose={close}
          onSubmit={async () => {
            await call(deleteInstallation, {
              organizationId: organization.id,
              installationId: open.installation.id,
            });
            close();
            onChanged();
          }}
        >
          <p>{l10n.t('Its repositories stay. Private ones can no longer be fetched.')}</p>
        </Dialog>
      );
  }
}
