import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { deleteRule, listRules, type Rule, updateRule } from '../../../api/contract/rules/rules.ts';
import { call } from '../api.ts';
import { usePages } from '../paged.ts';
import { ActionButton } from '../parts/action.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Empty, Shown } from '../parts/states.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { useSession } from '../session.tsx';
import { asChangeable, type Changeable } from './models/may-change.ts';
import { EditRule } from './rules/editing.tsx';

type Row = Changeable<Rule>;

const columns = (): readonly Column<Row>[] => [
  { title: l10n.t('Name'), cell: ({ item: rule }) => rule.name },
  { title: l10n.t('Rule ID'), cell: ({ item: rule }) => <code>{rule.ruleId}</code>, isMinor: true },
  { title: l10n.t('Languages'), cell: ({ item: rule }) => rule.languages.join(', '), isMinor: true },
  {
    title: l10n.t('Repositories'),
    cell: ({ item: rule }) => (rule.allRepositories ? l10n.t('All') : rule.repositoryIds.length),
  },
  { title: l10n.t('State'), cell: ({ item: rule }) => (rule.enabled ? l10n.t('On') : l10n.t('Off')) },
];

type Open =
  | { readonly kind: 'editing'; readonly rule: Rule | undefined }
  | { readonly kind: 'deleting'; readonly rule: Rule };

/** Custom rules of the organization; scans use those that are on, beside those of the repository. */
export function Rules() {
  const { organization, isAdmin } = useSession();
  const organizationId = organization.id;
  const [open, setOpen] = useState<Open>();
  const answer = usePages<Row>(`rules ${organizationId} ${isAdmin}`, async (cursor, signal) => {
    const { rules, nextCursor } = await call(listRules, { organizationId, cursor }, signal);
    const items = await asChangeable(rules, { organizationId, isAdmin }, signal);
    return { items, nextCursor };
  });
  const done = (): void => {
    setOpen(undefined);
    answer.again();
  };
  return (
    <>
      <div class="heading">
        <h1>{l10n.t('Rules')}</h1>
        {isAdmin && (
          <button type="button" class="main" onClick={() => setOpen({ kind: 'editing', rule: undefined })}>
            {l10n.t('New Rule')}
          </button>
        )}
      </div>
      <p>
        {l10n.t(
          'Scans use the rules that are on for their repository. A change takes effect with the next scan.',
        )}
      </p>
      <Shown answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={l10n.t('No rule yet')} />
          ) : (
            <Table
              label={l10n.t('Rules')}
              items={items}
              idOf={({ item: rule }) => rule.id}
              columns={columns()}
              onMore={answer.more}
              actions={({ item: rule, mayChange }) =>
                mayChange && (
                  <>
                    <ActionButton
                      act={async () => {
                        await call(updateRule, { organizationId, id: rule.id, enabled: !rule.enabled });
                        answer.again();
                      }}
                    >
                      {rule.enabled ? l10n.t('Switch Off') : l10n.t('Switch On')}
                    </ActionButton>
                    <button type="button" onClick={() => setOpen({ kind: 'editing', rule })}>
                      {l10n.t('Change')}
                    </button>
                    <button type="button" onClick={() => setOpen({ kind: 'deleting', rule })}>
                      {l10n.t('Delete')}
                    </button>
                  </>
                )
              }
            />
          )
        }
      </Shown>
      {open?.kind === 'editing' && (
        <EditRule rule={open.rule} onClose={() => setOpen(undefined)} onSaved={done} />
      )}
      {open?.kind === 'deleting' && (
        <Dialog
          title={l10n.t('Delete this rule?')}
          action={l10n.t('Delete')}
          isDangerous
          onClose={() => setOpen(undefined)}
          onSubmit={async () => {
            await call(deleteRule, { organizationId, ruleId: open.rule.id });
            done();
          }}
        >
          <p>{l10n.t('The next scan of each repository resolves the issues of {0}.', open.rule.name)}</p>
        </Dialog>
      )}
    </>
  );
}
