import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import {
  type CustomReport,
  createCustomReport,
  deleteCustomReport,
  listCustomReports,
  updateCustomReport,
} from '../../../../api/contract/reports/custom-reports.ts';
import { call } from '../../api.ts';
import { usePages } from '../../paged.ts';
import { Dialog, fieldOf } from '../../parts/dialog.tsx';
import { Field } from '../../parts/fields.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { When } from '../../parts/time.tsx';
import { useSession } from '../../session.tsx';
import { FilterFields, filtersOf } from './filter-fields.tsx';
import { Statistics } from './statistics.tsx';

type Open =
  | { readonly kind: 'new' }
  | { readonly kind: 'changing' | 'deleting'; readonly report: CustomReport };

const columns = (): readonly Column<CustomReport>[] => [
  { title: l10n.t('Name'), cell: ({ name }) => name },
  { title: l10n.t('Changed'), cell: ({ updatedAt }) => <When at={updatedAt} />, isMinor: true },
];

/** Filters that are kept, each with the numbers of what it chooses. */
export function CustomReports() {
  const { organization, user, isAdmin } = useSession();
  const organizationId = organization.id;
  const [open, setOpen] = useState<Open>();
  const [shown, setShown] = useState<CustomReport>();
  const answer = usePages<CustomReport>(`custom ${organizationId}`, async (cursor, signal) => {
    const { customReports, nextCursor } = await call(listCustomReports, { organizationId, cursor }, signal);
    return { items: customReports, nextCursor };
  });
  const close = (): void => setOpen(undefined);
  const actions = (report: CustomReport) => (
    <>
      <button type="button" onClick={() => setShown(report)}>
        {l10n.t('Show Statistics')}
      </button>
      {(isAdmin || report.createdBy?.email === user.email) && (
        <>
          <button type="button" onClick={() => setOpen({ kind: 'changing', report })}>
            {l10n.t('Change')}
          </button>
          <button type="button" onClick={() => setOpen({ kind: 'deleting', report })}>
            {l10n.t('Delete')}
          </button>
        </>
      )}
    </>
  );
  return (
    <section aria-labelledby="custom-reports">
      <div class="heading">
        <h2 id="custom-reports">{l10n.t('Custom Reports')}</h2>
        <button type="button" onClick={() => setOpen({ kind: 'new' })}>
          {l10n.t('New Custom Report')}
        </button>
      </div>
      <Shown answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={l10n.t('No custom report yet')}>
              <p>
                {l10n.t(
                  'A custom report keeps filters, and shows the statistics of the issues that they choose.',
                )}
              </p>
            </Empty>
          ) : (
            <Table
              label={l10n.t('Custom Reports')}
              items={items}
              idOf={({ id }) => id}
              columns={columns()}
              onMore={answer.more}
              actions={actions}
            />
          )
        }
      </Shown>
      {shown && <Statistics key={`${shown.id} ${shown.updatedAt}`} report={shown} />}
      {(open?.kind === 'new' || open?.kind === 'changing') && (
        <Editing
          report={open.kind === 'changing' ? open.report : undefined}
          onClose={close}
          onSaved={(report) => {
            answer.again();
            setShown(report);
          }}
        />
      )}
      {open?.kind === 'deleting' && (
        <Dialog
          title={l10n.t('Delete the custom report {0}?', open.report.name)}
          action={l10n.t('Delete')}
          isDangerous
          onClose={close}
          onSubmit={async () => {
            await call(deleteCustomReport, { organizationId, customReportId: open.report.id });
            if (shown?.id === open.report.id) setShown(undefined);
            answer.again();
            close();
          }}
        >
          <p>{l10n.t('The issues stay as they are.')}</p>
        </Dialog>
      )}
    </section>
  );
}

interface EditingProps {
  /** None for a new one. */
  readonly report: CustomReport | undefined;
  readonly onClose: () => void;
  readonly onSaved: (report: CustomReport) => void;
}

function Editing({ report, onClose, onSaved }: EditingProps) {
  const { organization } = useSession();
  const organizationId = organization.id;
  return (
    <Dialog
      title={report ? l10n.t('Change {0}', report.name) : l10n.t('New Custom Report')}
      action={l10n.t('Save')}
      onClose={onClose}
      onSubmit={async (fields) => {
        const name = fieldOf(fields, 'name');
        // What this page has no field for stays.
        const { repositoryIds: _, severities: __, statuses: ___, ...others } = report?.filters ?? {};
        const filters = { ...others, ...filtersOf(fields) };
        const { customReport } = report
          ? await call(updateCustomReport, { organizationId, customReportId: report.id, name, filters })
          : await call(createCustomReport, { organizationId, name, filters });
        onSaved(customReport);
        onClose();
      }}
    >
      <Field label={l10n.t('Name')}>
        {(ties) => <input {...ties} name="name" required maxLength={200} defaultValue={report?.name ?? ''} />}
      </Field>
      <FilterFields {...(report && { filters: report.filters })} />
    </Dialog>
  );
}
