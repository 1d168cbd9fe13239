import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { ResponseOf } from '../../../../api/contract/endpoint.ts';
import {
  createScimToken,
  deleteScimToken,
  listScimTokens,
  type ScimToken,
} from '../../../../api/contract/organizations/scim.ts';
import { useAnswer } from '../../answer.ts';
import { call } from '../../api.ts';
import { CopyField } from '../../parts/copy.tsx';
import { Dialog, fieldOf } from '../../parts/dialog.tsx';
import { Field } from '../../parts/fields.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { When } from '../../parts/time.tsx';
import { useSession } from '../../session.tsx';

type Created = ResponseOf<typeof createScimToken>;
type Open =
  | { readonly kind: 'creating' }
  | { readonly kind: 'created'; readonly created: Created }
  | { readonly kind: 'deleting'; readonly token: ScimToken };

const nameOf = ({ name, id }: ScimToken): string => name ?? id;

const columns = (): readonly Column<ScimToken>[] => [
  { title: l10n.t('Name'), cell: nameOf },
  { title: l10n.t('Created'), cell: ({ createdAt }) => <When at={createdAt} />, isMinor: true },
  { title: l10n.t('Last used'), cell: ({ lastUsedOn }) => <When at={lastUsedOn} /> },
];

/** Tokens by which identity providers manage members and teams over SCIM; for administrators. */
export function ProviderTokens() {
  const { organization } = useSession();
  const organizationId = organization.id;
  const [open, setOpen] = useState<Open>();
  const answer = useAnswer(`scim ${organizationId}`, async (signal) => {
    const { tokens } = await call(listScimTokens, { organizationId }, signal);
    return tokens;
  });
  const close = (): void => setOpen(undefined);
  return (
    <section aria-labelledby="provider-tokens">
      <div class="heading">
        <h2 id="provider-tokens">{l10n.t('Identity provider')}</h2>
        <button type="button" onClick={() => setOpen({ kind: 'creating' })}>
          {l10n.t('New SCIM Token')}
        </button>
      </div>
      <p>
        {l10n.t('With a SCIM token an identity provider manages members and teams. It opens nothing else.')}
      </p>
      <Shown answer={answer}>
        {(tokens) =>
          tokens.length === 0 ? (
            <Empty title={l10n.t('No identity provider connected')} />
          ) : (
            <Table
              label={l10n.t('SCIM tokens')}
              items={tokens}
              idOf={({ id }) => id}
              columns={columns()}
              actions={(token) => (
                <button type="button" onClick={() => setOpen({ kind: 'deleting', token })}>
                  {l10n.t('Delete')}
                </button>
              )}
            />
          )
        }
      </Shown>
      {open?.kind === 'creating' && (
        <Dialog
          title={l10n.t('New SCIM Token')}
          action={l10n.t('Create')}
          onClose={close}
          onSubmit={async (fields) => {
            const name = fieldOf(fields, 'name');
            const created = await call(createScimToken, {
              organizationId,
              ...(name === '' ? {} : { name }),
            });
            answer.again();
            setOpen({ kind: 'created', created });
          }}
        >
          <Field label={l10n.t('Name (optional)')} hint={l10n.t('The provider that uses it, e.g. Okta.')}>
            {(ties) => <input {...ties} name="name" maxLength={200} />}
          </Field>
        </Dialog>
      )}
      {open?.kind === 'created' && (
        <Dialog title={l10n.t('Copy the secret now')} onClose={close}>
          <p>{l10n.t('The service keeps only a hash of it, so it is never shown again.')}</p>
          {open.created.baseUrl !== undefined && (
            <CopyField label={l10n.t('SCIM address')} value={open.created.baseUrl} />
          )}
          <CopyField label={l10n.t('SCIM token')} value={open.created.secret} />
        </Dialog>
      )}
      {open?.kind === 'deleting' && (
        <Dialog
          title={l10n.t('Delete this token?')}
          action={l10n.t('Delete')}
          isDangerous
          onClose={close}
          onSubmit={async () => {
            await call(deleteScimToken, { organizationId, tokenId: open.token.id });
            answer.again();
            close();
          }}
        >
          <p>{l10n.t('The provider manages members no more. Members and teams stay as they are.')}</p>
        </Dialog>
      )}
    </section>
  );
}
