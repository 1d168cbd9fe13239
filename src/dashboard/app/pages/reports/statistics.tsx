import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { type CustomReport, runCustomReport } from '../../../../api/contract/reports/custom-reports.ts';
import type { IssueStatistics } from '../../../../api/contract/stats.ts';
import { Severity } from '../../../../api/contract/vocabulary.ts';
import { severityLabel } from '../../../../words/issues.ts';
import { useAnswer } from '../../answer.ts';
import { call } from '../../api.ts';
import { Choice } from '../../parts/fields.tsx';
import { SeverityTally } from '../../parts/severity.tsx';
import { Shown } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { lengthInWords } from '../../parts/time.tsx';
import { OverTime } from '../../plots/over-time.tsx';
import { useSession } from '../../session.tsx';

const daysShown = 90;
const layersFromBelow = Severity.options.toReversed();

/** The numbers of the issues that a custom report chooses. */
export function Statistics({ report }: { readonly report: CustomReport }) {
  const { organization } = useSession();
  const organizationId = organization.id;
  const [interval, setInterval] = useState<'day' | 'week'>('day');
  const answer = useAnswer(`run ${report.id} ${interval}`, (signal) =>
    call(runCustomReport, { organizationId, customReportId: report.id, days: daysShown, interval }, signal),
  );
  return (
    <section aria-labelledby="statistics">
      <h3 id="statistics">{report.name}</h3>
      <div class="filters">
        <Choice
          label={l10n.t('Trend by')}
          name="interval"
          value={interval}
          options={[
            ['day', l10n.t('Day')],
            ['week', l10n.t('Week')],
          ]}
          onChange={(value) => setInterval(value === 'week' ? 'week' : 'day')}
        />
      </div>
      <Shown answer={answer}>{({ statistics }) => <Numbers statistics={statistics} />}</Shown>
    </section>
  );
}

type Class = IssueStatistics['topVulnClasses'][number];

const classColumns = (): readonly Column<Class>[] => [
  { title: l10n.t('Weakness'), cell: ({ title }) => title },
  { title: l10n.t('Open'), cell: ({ open }) => open, isNumber: true },
  { title: l10n.t('Resolved'), cell: ({ resolved }) => resolved, isNumber: true },
];

function Numbers({ statistics }: { readonly statistics: IssueStatistics }) {
  const { meanSeconds } = statistics.meanTimeToRemediate;
  return (
    <>
      <dl class="facts">
        <div>
          <dt>{l10n.t('Open')}</dt>
          <dd>
            {statistics.openIssues} <SeverityTally counts={statistics.issuesBySeverity} />
          </dd>
        </div>
        <div>
          <dt>{l10n.t('Resolved')}</dt>
          <dd>{statistics.resolvedIssues}</dd>
        </div>
        <div>
          <dt>{l10n.t('Mean time to remediate')}</dt>
          <dd>{meanSeconds === null ? '–' : lengthInWords(meanSeconds)}</dd>
        </div>
      </dl>
      <OverTime
        title={l10n.t('Open issues by severity')}
        kind="layers"
        series={layersFromBelow.map((severity) => ({
          title: severityLabel(severity),
          name: severity.toLowerCase(),
        }))}
        days={statistics.trend.map(({ date, open }) => ({
          day: date,
          values: layersFromBelow.map((severity) => open[severity]),
        }))}
      />
      {statistics.topVulnClasses.length > 0 && (
        <Table
          label={l10n.t('Most frequent weaknesses')}
          items={statistics.topVulnClasses}
          idOf={({ vulnClass }) => vulnClass}
          columns={classColumns()}
        />
      )}
    </>
  );
}
