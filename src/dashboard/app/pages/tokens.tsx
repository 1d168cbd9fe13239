import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { ResponseOf } from '../../../api/contract/endpoint.ts';
import {
  createToken,
  defaultTokenDays,
  deleteToken,
  listTokens,
  maximumTokenDays,
  minimumTokenDays,
  type Token,
} from '../../../api/contract/organizations/tokens.ts';
import { call } from '../api.ts';
import { usePages } from '../paged.ts';
import { CopyField } from '../parts/copy.tsx';
import { Dialog, fieldOf } from '../parts/dialog.tsx';
import { Field } from '../parts/fields.tsx';
import { Empty, Shown } from '../parts/states.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { When } from '../parts/time.tsx';
import { useSession } from '../session.tsx';
import { ProviderTokens } from './tokens/provider-tokens.tsx';

type Created = ResponseOf<typeof createToken>;
type Open =
  | { readonly kind: 'creating' }
  | { readonly kind: 'created'; readonly created: Created }
  | { readonly kind: 'deleting'; readonly token: Token };

const columns = (): readonly Column<Token>[] => [
  {
    title: l10n.t('Name'),
    cell: (token) => token.name ?? <span class="quiet">{l10n.t('without a name')}</span>,
  },
  { title: l10n.t('Token ID'), cell: (token) => <code>{token.id}</code>, isMinor: true },
  { title: l10n.t('Created'), cell: (token) => <When at={token.createdAt} />, isMinor: true },
  { title: l10n.t('Expires'), cell: (token) => <Expiry token={token} /> },
];

function Expiry({ token }: { readonly token: Token }) {
  const isOver = Date.parse(token.expiresAt) <= Date.now();
  return isOver ? <strong class="bad">{l10n.t('expired')}</strong> : <When at={token.expiresAt} />;
}

/** Settings, API Tokens (the specification's section 5.3). */
export function Tokens() {
  const { organization, isAdmin } = useSession();
  const organizationId = organization.id;
  const [open, setOpen] = useState<Open>();
  const answer = usePages<Token>(organizationId, async (cursor, signal) => {
    const { tokens, nextCursor } = await call(listTokens, { organizationId, cursor }, signal);
    return { items: tokens, nextCursor };
  });
  const close = (): void => setOpen(undefined);
  return (
    <>
      <div class="heading">
        <h1>{l10n.t('API Tokens')}</h1>
        <button type="button" class="main" onClick={() => setOpen({ kind: 'creating' })}>
          {l10n.t('New Token')}
        </button>
      </div>
      <p>
        {l10n.t(
          'A token connects an editor, a command line or a pipeline to {0}, with your permissions. It cannot be changed: delete it and make another.',
          organization.name,
        )}
      </p>
      <Shown answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={l10n.t('No token yet')}>
              <p>
                {l10n.t(
                  'Make one to connect your editor: Parapet: Connect to a Service asks for its ID and secret.',
                )}
              </p>
            </Empty>
          ) : (
            <Table
              label={l10n.t('API Tokens')}
              items={items}
              idOf={({ id }) => id}
              columns={columns()}
              onMore={answer.more}
              actions={(token) => (
                <button type="button" onClick={() => setOpen({ kind: 'deleting', token })}>
                  {l10n.t('Delete')}
                </button>
              )}
            />
          )
        }
      </Shown>
      {isAdmin && <ProviderTokens />}
      {open?.kind === 'creating' && (
        <Creating
          organizationId={organizationId}
          onClose={close}
          onCreated={(created) => {
            answer.again();
            setOpen({ kind: 'created', created });
          }}
        />
      )}
      {open?.kind === 'created' && <Secret created={open.created} onClose={close} />}
      {open?.kind === 'deleting' && (
        <Dialog
          title={l10n.t('Delete this token?')}
          action={l10n.t('Delete')}
          isDangerous
          onClose={close}
          onSubmit={async () => {
            await call(deleteToken, { organizationId, tokenId: open.token.id });
            answer.again();
            close();
          }}
        >
          <p>{l10n.t('Whatever uses {0} is refused from then on.', open.token.name ?? open.token.id)}</p>
        </Dialog>
      )}
    </>
  );
}

interface CreatingProps {
  readonly organizationId: string;
  readonly onCreated: (created: Created) => void;
  readonly onClose: () => void;
}

function Creating({ organizationId, onCreated, onClose }: CreatingProps) {
  return (
    <Dialog
      title={l10n.t('New Token')}
      action={l10n.t('Create')}
      onClose={onClose}
      onSubmit={async (fields) => {
        const name = fieldOf(fields, 'name');
        const expiresInDays = Number(fieldOf(fields, 'days'));
        onCreated(
          await call(createToken, { organizationId, ...(name === '' ? {} : { name }), expiresInDays }),
        );
      }}
    >
      <Field
        label={l10n.t('Name (optional)')}
        hint={l10n.t('What it is for, e.g. the laptop or the pipeline.')}
      >
        {(ties) => <input {...ties} name="name" maxLength={200} />}
      </Field>
      <Field
        label={l10n.t('Expires after (days)')}
        hint={l10n.t(
          '{0} to {1} days. An expired token cannot be renewed.',
          minimumTokenDays,
          maximumTokenDays,
        )}
      >
        {(ties) => (
          <input
            {...ties}
            name="days"
            type="number"
            required
            min={minimumTokenDays}
            max={maximumTokenDays}
            defaultValue={String(defaultTokenDays)}
          />
        )}
      </Field>
    </Dialog>
  );
}

function Secret({ created, onClose }: { readonly created: Created; readonly onClose: () => void }) {
  return (
    <Dialog title={l10n.t('Copy the secret now')} onClose={onClose}>
      <p>{l10n.t('The service keeps only a hash of it, so it is never shown again.')}</p>
      <CopyField label={l10n.t('Token ID')} value={created.token.id} />
      <CopyField label={l10n.t('Token secret')} value={created.secret} />
    </Dialog>
  );
}
