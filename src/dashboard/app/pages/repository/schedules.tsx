import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { Repository } from '../../../../api/contract/repositories/repositories.ts';
import {
  deleteScanSchedule,
  getScanSchedules,
  type ScanSchedule,
  upsertScanSchedule,
} from '../../../../api/contract/scans/schedules.ts';
import { useAnswer } from '../../answer.ts';
import { call } from '../../api.ts';
import { ActionButton } from '../../parts/action.tsx';
import { Dialog, fieldOf } from '../../parts/dialog.tsx';
import { Field } from '../../parts/fields.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { When } from '../../parts/time.tsx';

const columns = (): readonly Column<ScanSchedule>[] => [
  {
    title: l10n.t('Branch'),
    cell: ({ scanBranch }) =>
      scanBranch === null ? l10n.t('the default branch') : <code>{scanBranch}</code>,
  },
  {
    title: l10n.t('Cron expression (UTC)'),
    cell: ({ executionCriteriaCrontab }) => <code>{executionCriteriaCrontab}</code>,
  },
  { title: l10n.t('Next run'), cell: ({ nextRunAt }) => <When at={nextRunAt} /> },
];

/** The schedules of a repository, each for a branch. */
export function Schedules({ repository }: { readonly repository: Repository }) {
  const { id: repositoryId, organizationId } = repository;
  const answer = useAnswer(repositoryId, async (signal) => {
    const { schedules } = await call(getScanSchedules, { organizationId, repositoryId }, signal);
    return schedules;
  });
  const [edited, setEdited] = useState<ScanSchedule | 'new'>();
  return (
    <section aria-labelledby="schedules">
      <div class="heading">
        <h2 id="schedules">{l10n.t('Schedules')}</h2>
        <button type="button" onClick={() => setEdited('new')}>
          {l10n.t('Add Schedule')}
        </button>
      </div>
      <Shown answer={answer}>
        {(schedules) =>
          schedules.length === 0 ? (
            <Empty title={l10n.t('No schedule: scans run when somebody starts them')} />
          ) : (
            <Table
              label={l10n.t('Schedules')}
              items={schedules}
              idOf={({ id }) => id}
              columns={columns()}
              actions={(schedule) => (
                <>
                  <button type="button" onClick={() => setEdited(schedule)}>
                    {l10n.t('Change')}
                  </button>
                  <ActionButton
                    act={async () => {
                      const request = {
                        organizationId,
                        repositoryIds: [repositoryId],
                        scheduleId: schedule.id,
                      };
                      await call(deleteScanSchedule, request);
                      answer.again();
                    }}
                  >
                    {l10n.t('Delete')}
                  </ActionButton>
                </>
              )}
            />
          )
        }
      </Shown>
      {edited !== undefined && (
        <Dialog
          title={edited === 'new' ? l10n.t('Add Schedule') : l10n.t('Change Schedule')}
          action={l10n.t('Save')}
          onClose={() => setEdited(undefined)}
          onSubmit={async (fields) => {
            const scanBranch = fieldOf(fields, 'branch');
            await call(upsertScanSchedule, {
              organizationId,
              repositoryId,
              executionCriteriaCrontab: fieldOf(fields, 'crontab'),
              ...(scanBranch === '' ? {} : { scanBranch }),
              ...(edited === 'new' ? {} : { scheduleId: edited.id }),
            });
            setEdited(undefined);
            answer.again();
          }}
        >
          <Field label={l10n.t('Branch')} hint={l10n.t('The default branch when left empty.')}>
            {(ties) => (
              <input
                {...ties}
                name="branch"
                maxLength={255}
                defaultValue={edited === 'new' ? '' : (edited.scanBranch ?? '')}
              />
            )}
          </Field>
          <Field
            label={l10n.t('Cron expression (UTC)')}
            hint={l10n.t(
              'Minute, hour, day of month, month, day of week. 0 3 * * 1 is every Monday at 03:00.',
            )}
          >
            {(ties) => (
              <input
                {...ties}
                name="crontab"
                required
                maxLength={200}
                defaultValue={edited === 'new' ? '0 3 * * *' : edited.executionCriteriaCrontab}
              />
            )}
          </Field>
        </Dialog>
      )}
    </section>
  );
}
