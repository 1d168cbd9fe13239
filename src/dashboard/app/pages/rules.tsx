import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { getRepository } from '../../../api/contract/repositories/repositories.ts';
import {
  createRule,
  deleteRule,
  listRules,
  maximumRuleLength,
  type Rule,
  updateRule,
} from '../../../api/contract/rules/rules.ts';
import { call } from '../api.ts';
import { usePages } from '../paged.ts';
import { ActionButton } from '../parts/action.tsx';
import { Dialog, fieldOf } from '../parts/dialog.tsx';
import { Field } from '../parts/fields.tsx';
import { Empty, Shown } from '../parts/states.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { useSession } from '../session.tsx';

interface Row {
  readonly rule: Rule;
  readonly mayChange: boolean;
}

const columns = (): readonly Column<Row>[] => [
  { title: l10n.t('Name'), cell: ({ rule }) => rule.name },
  { title: l10n.t('Rule ID'), cell: ({ rule }) => <code>{rule.ruleId}</code>, isMinor: true },
  { title: l10n.t('Languages'), cell: ({ rule }) => rule.languages.join(', '), isMinor: true },
  {
    title: l10n.t('Repositories'),
    cell: ({ rule }) => (rule.allRepositories ? l10n.t('All') : rule.repositoryIds.length),
  },
  { title: l10n.t('State'), cell: ({ rule }) => (rule.enabled ? l10n.t('On') : l10n.t('Off')) },
];

/** Which rules somebody who is no ADMIN may change: those of repositories that they manage, all of them. */
async function asManager(
  rules: readonly Rule[],
  organizationId: string,
  signal: AbortSignal,
): Promise<Row[]> {
  const asked = new Map<string, Promise<boolean>>();
  const manages = (id: string): Promise<boolean> => {
    const known =
      asked.get(id) ??
      call(getRepository, { organizationId, id }, signal).then(({ permissions = [] }) =>
        permissions.includes('REPOSITORY_MANAGE'),
      );
    asked.set(id, known);
    return known;
  };
  const rows: Row[] = [];
  for (const rule of rules) {
    let mayChange = !rule.allRepositories && rule.repositoryIds.length > 0;
    for (const id of rule.repositoryIds) mayChange &&= await manages(id);
    rows.push({ rule, mayChange });
  }
  return rows;
}

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
    const items = isAdmin
      ? rules.map((rule) => ({ rule, mayChange: true }))
      : await asManager(rules, organizationId, signal);
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
              idOf={({ rule }) => rule.id}
              columns={columns()}
              onMore={answer.more}
              actions={({ rule, mayChange }) =>
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
        <Editing rule={open.rule} onClose={() => setOpen(undefined)} onSaved={done} />
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

interface EditingProps {
  /** Undefined for a new one. */
  readonly rule: Rule | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

function Editing({ rule, onSaved, onClose }: EditingProps) {
  const { organization } = useSession();
  const organizationId = organization.id;
  return (
    <Dialog
      title={rule ? l10n.t('Change Rule') : l10n.t('New Rule')}
      action={l10n.t('Save')}
      onClose={onClose}
      onSubmit={async (fields) => {
        const content = fieldOf(fields, 'content');
        if (rule) await call(updateRule, { organizationId, id: rule.id, content });
        else await call(createRule, { organizationId, content });
        onSaved();
      }}
    >
      <Field label={l10n.t('Rule')} hint={l10n.t('One rule in Semgrep’s syntax, as YAML.')}>
        {(ties) => (
          <textarea
            {...ties}
            name="content"
            rows={14}
            cols={70}
            required
            spellcheck={false}
            maxLength={maximumRuleLength}
            defaultValue={rule?.content ?? ''}
          />
        )}
      </Field>
    </Dialog>
  );
}
