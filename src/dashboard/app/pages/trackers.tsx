import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import {
  checkTracker,
  deleteTracker,
  listTrackers,
  type Tracker,
  updateTracker,
} from '../../../api/contract/integrations/trackers.ts';
import { trackerTypeLabel } from '../../../words/trackers.ts';
import { call } from '../api.ts';
import { usePages } from '../paged.ts';
import { ActionButton } from '../parts/action.tsx';
import { CopyField } from '../parts/copy.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Empty, Shown } from '../parts/states.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { When } from '../parts/time.tsx';
import { useSession } from '../session.tsx';
import { Changing } from './trackers/changing.tsx';
import { Connecting } from './trackers/connecting.tsx';

type Open =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'webhook'; readonly tracker: Tracker; readonly secret: string }
  | { readonly kind: 'changing' | 'deleting'; readonly tracker: Tracker };

const columns = (): readonly Column<Tracker>[] => [
  {
    title: l10n.t('Name'),
    cell: ({ name, type, project }) => (
      <>
        {name}
        <br />
        <span class="quiet">{`${trackerTypeLabel(type)} · ${project}`}</span>
      </>
    ),
  },
  {
    title: l10n.t('Signed in as'),
    cell: ({ account, errorMessage }) =>
      errorMessage === undefined ? account : <strong class="bad">{errorMessage}</strong>,
  },
  {
    title: l10n.t('Closed there'),
    cell: ({ resolveWhenClosed }) =>
      resolveWhenClosed ? l10n.t('resolves the issue') : l10n.t('changes nothing here'),
    isMinor: true,
  },
  { title: l10n.t('Last checked'), cell: ({ lastCheckedAt }) => <When at={lastCheckedAt} />, isMinor: true },
  {
    title: l10n.t('Last webhook'),
    cell: ({ lastDeliveryAt, takesWebhooks }) =>
      takesWebhooks ? <When at={lastDeliveryAt} /> : <span class="quiet">{l10n.t('not set up')}</span>,
    isMinor: true,
  },
];

/** Trackers in which issues are followed up. Members see them; administrators connect and change them. */
export function Trackers() {
  const { organization, isAdmin } = useSession();
  const organizationId = organization.id;
  const [open, setOpen] = useState<Open>();
  const answer = usePages<Tracker>(organizationId, async (cursor, signal) => {
    const { trackers, nextCursor } = await call(listTrackers, { organizationId, cursor }, signal);
    return { items: trackers, nextCursor };
  });
  const actions = (tracker: Tracker) => (
    <>
      <ActionButton
        act={async () => {
          await call(checkTracker, { organizationId, trackerId: tracker.id });
          answer.again();
        }}
      >
        {l10n.t('Test Connection')}
      </ActionButton>
      <button type="button" onClick={() => setOpen({ kind: 'changing', tracker })}>
        {l10n.t('Change')}
      </button>
      <ActionButton
        act={async () => {
          const request = { organizationId, trackerId: tracker.id, renewWebhookSecret: true };
          const renewed = await call(updateTracker, request);
          answer.again();
          setOpen({ kind: 'webhook', tracker: renewed.tracker, secret: renewed.webhookSecret ?? '' });
        }}
      >
        {l10n.t('New Webhook Secret')}
      </ActionButton>
      <button type="button" onClick={() => setOpen({ kind: 'deleting', tracker })}>
        {l10n.t('Disconnect')}
      </button>
    </>
  );
  return (
    <>
      <div class="heading">
        <h1>{l10n.t('Issue Trackers')}</h1>
        {isAdmin && (
          <button type="button" class="main" onClick={() => setOpen({ kind: 'connecting' })}>
            {l10n.t('Connect')}
          </button>
        )}
      </div>
      <Shown answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={l10n.t('No issue tracker is connected')}>
              <p>
                {isAdmin
                  ? l10n.t(
                      'Connect one to create issues in it from Parapet, to link them and to see how they stand.',
                    )
                  : l10n.t('An administrator of the organization connects one here.')}
              </p>
            </Empty>
          ) : (
            <Table
              label={l10n.t('Issue Trackers')}
              items={items}
              idOf={({ id }) => id}
              columns={columns()}
              {...(isAdmin ? { actions } : {})}
              onMore={answer.more}
            />
          )
        }
      </Shown>
      {open && <TrackerDialog open={open} setOpen={setOpen} onChanged={answer.again} />}
    </>
  );
}

interface TrackerDialogProps {
  readonly open: Open;
  readonly setOpen: (open: Open | undefined) => void;
  readonly onChanged: () => void;
}

function TrackerDialog({ open, setOpen, onChanged }: TrackerDialogProps) {
  const { organization } = useSession();
  const close = (): void => setOpen(undefined);
  const done = (): void => {
    close();
    onChanged();
  };
  switch (open.kind) {
    case 'connecting':
      return <Connecting onClose={close} onConnected={done} />;
    case 'changing':
      return <Changing tracker={open.tracker} onClose={close} onChanged={done} />;
    case 'webhook':
      return (
        <Dialog title={l10n.t('Webhook of {0}', open.tracker.name)} onClose={close}>
          <p>
            {l10n.t(
              'Enter both in the settings of the tracker, for events of issues, as JSON. The secret is not shown again.',
            )}
          </p>
          <CopyField label={l10n.t('Address')} value={open.tracker.webhookUrl} />
          <CopyField label={l10n.t('Secret')} value={open.secret} />
        </Dialog>
      );
    case 'deleting':
      return (
        <Dialog
          title={l10n.t('Disconnect {0}?', open.tracker.name)}
          action={l10n.t('Disconnect')}
          isDangerous
          onClose={close}
          onSubmit={async () => {
            await call(deleteTracker, { organizationId: organization.id, trackerId: open.tracker.id });
            done();
          }}
        >
          <p>{l10n.t('Links to its issues stay as they are now. Their state is no longer updated.')}</p>
        </Dialog>
      );
  }
}
