import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import {
  createReport,
  deleteReport,
  downloadReport,
  listReports,
  type Report,
} from '../../../api/contract/reports/reports.ts';
import { useRepeated } from '../answer.ts';
import { call, download } from '../api.ts';
import { usePages } from '../paged.ts';
import { ActionButton } from '../parts/action.tsx';
import { Dialog, fieldOf } from '../parts/dialog.tsx';
import { Choice, Field } from '../parts/fields.tsx';
import { Empty, Shown } from '../parts/states.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { language, When } from '../parts/time.tsx';
import { useSession } from '../session.tsx';
import { CustomReports } from './reports/custom-reports.tsx';
import { FilterFields, filtersOf } from './reports/filter-fields.tsx';

const isUnderWay = ({ status }: Report): boolean => status === 'queued' || status === 'running';

const columns = (): readonly Column<Report>[] => [
  {
    title: l10n.t('Name'),
    cell: ({ name, format }) => (
      <>
        {name} <span class="quiet">{format}</span>
      </>
    ),
  },
  { title: l10n.t('Status'), cell: (report) => <State report={report} /> },
  {
    title: l10n.t('Made by'),
    cell: ({ createdBy }) => createdBy?.name ?? createdBy?.email ?? '',
    isMinor: true,
  },
  { title: l10n.t('Created'), cell: ({ createdAt }) => <When at={createdAt} />, isMinor: true },
  { title: l10n.t('Expires'), cell: ({ expiresAt }) => <When at={expiresAt} />, isMinor: true },
];

function State({ report }: { readonly report: Report }) {
  switch (report.status) {
    case 'queued':
      return <>{l10n.t('Waiting')}</>;
    case 'running':
      return <>{l10n.t('Being made')}</>;
    case 'failed':
      return (
        <>
          <strong class="bad">{l10n.t('Failed')}</strong> {report.errorMessage}
        </>
      );
    case 'succeeded':
      return (
        <>
          {l10n.t('Ready')} <span class="quiet">{sizeInWords(report.sizeBytes ?? 0)}</span>
        </>
      );
  }
}

function sizeInWords(bytes: number): string {
  const [unit, size] =
    bytes < 1_000_000 ? (['kilobyte', bytes / 1_000] as const) : (['megabyte', bytes / 1_000_000] as const);
  return new Intl.NumberFormat(language(), {
    style: 'unit',
    unit,
    maximumFractionDigits: unit === 'megabyte' ? 1 : 0,
  }).format(Math.max(1, size));
}

type Open = { readonly kind: 'new' } | { readonly kind: 'deleting'; readonly report: Report };

/** Reports as files, and filters that are kept with their statistics. */
export function Reports() {
  const { organization, user, isAdmin } = useSession();
  const organizationId = organization.id;
  const [open, setOpen] = useState<Open>();
  const answer = usePages<Report>(organizationId, async (cursor, signal) => {
    const { reports, nextCursor } = await call(listReports, { organizationId, cursor }, signal);
    return { items: reports, nextCursor };
  });
  useRepeated(answer.asked.kind === 'there' && answer.asked.value.items.some(isUnderWay), answer.again);
  const close = (): void => setOpen(undefined);
  return (
    <>
      <div class="heading">
        <h1>{l10n.t('Reports')}</h1>
        <button type="button" class="main" onClick={() => setOpen({ kind: 'new' })}>
          {l10n.t('New Report')}
        </button>
      </div>
      <p>
        {l10n.t(
          'A report has what its author sees. It is shown to everyone who sees all of its repositories, and is kept for 30 days.',
        )}
      </p>
      <Shown answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={l10n.t('No report yet')} />
          ) : (
            <Table
              label={l10n.t('Reports')}
              items={items}
              idOf={({ id }) => id}
              columns={columns()}
              onMore={answer.more}
              actions={(report) => (
                <>
                  {report.status === 'succeeded' && (
                    <ActionButton
                      act={() =>
                        download(
                          downloadReport,
                          { organizationId, id: report.id },
                          report.fileName ?? report.name,
                        )
                      }
                    >
                      {l10n.t('Download')}
                    </ActionButton>
                  )}
                  {(isAdmin || report.createdBy?.email === user.email) && (
                    <button type="button" onClick={() => setOpen({ kind: 'deleting', report })}>
                      {l10n.t('Delete')}
                    </button>
                  )}
                </>
              )}
            />
          )
        }
      </Shown>
      <CustomReports />
      {open?.kind === 'new' && <Creating onClose={close} onCreated={answer.again} />}
      {open?.kind === 'deleting' && (
        <Dialog
          title={l10n.t('Delete the report {0}?', open.report.name)}
          action={l10n.t('Delete')}
          isDangerous
          onClose={close}
          onSubmit={async () => {
            await call(deleteReport, { organizationId, reportId: open.report.id });
            answer.again();
            close();
          }}
        >
          <p>{l10n.t('Nobody can download it any more.')}</p>
        </Dialog>
      )}
    </>
  );
}

interface CreatingProps {
  readonly onClose: () => void;
  readonly onCreated: () => void;
}

function Creating({ onClose, onCreated }: CreatingProps) {
  const { organization } = useSession();
  const [format, setFormat] = useState<Report['format']>('DOCX');
  return (
    <Dialog
      title={l10n.t('New Report')}
      action={l10n.t('Create')}
      onClose={onClose}
      onSubmit={async (fields) => {
        const name = fieldOf(fields, 'name');
        await call(createReport, {
          organizationId: organization.id,
          format,
          ...(name !== '' && { name }),
          language: language().startsWith('de') ? 'de' : 'en',
          filters: filtersOf(fields, format === 'SBOM'),
        });
        onCreated();
        onClose();
      }}
    >
      <Choice
        label={l10n.t('Format')}
        name="format"
        value={format}
        options={[
          ['DOCX', l10n.t('Document (DOCX)')],
          ['CSV', l10n.t('Table (CSV)')],
          ['SARIF', 'SARIF'],
          ['SBOM', l10n.t('Bill of materials (CycloneDX)')],
        ]}
        onChange={(value) => {
          const chosen = formats.find((one) => one === value);
          if (chosen) setFormat(chosen);
        }}
      />
      <Field label={l10n.t('Name (optional)')}>
        {(ties) => <input {...ties} name="name" maxLength={200} />}
      </Field>
      <FilterFields onlyRepositories={format === 'SBOM'} />
    </Dialog>
  );
}

const formats = ['DOCX', 'CSV', 'SARIF', 'SBOM'] as const;
