import * as l10n from '@vscode/l10n';
import type { ResponseOf } from '../../../api/contract/endpoint.ts';
import type { SeverityCounts } from '../../../api/contract/scans/scans.ts';
import { type StatsSummary, statsHistory, statsSummary } from '../../../api/contract/stats.ts';
import { Severity } from '../../../api/contract/vocabulary.ts';
import { severityLabel } from '../../../words/issues.ts';
import { useAnswer } from '../answer.ts';
import { call } from '../api.ts';
import { Link } from '../navigation.tsx';
import { Empty, Shown } from '../parts/states.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { lengthInWords, When } from '../parts/time.tsx';
import { OverTime } from '../plots/over-time.tsx';
import { useSession } from '../session.tsx';

type History = ResponseOf<typeof statsHistory>;
type ByApplication = StatsSummary['issuesByApplication'][number];

const daysShown = 90;

/** How the organization stands: what is open now, how that came about, how fast it is fixed. */
export function Overview() {
  const { organization } = useSession();
  const organizationId = organization.id;
  const summary = useAnswer(`summary ${organizationId}`, (signal) =>
    call(statsSummary, { organizationId }, signal),
  );
  const history = useAnswer(`history ${organizationId}`, (signal) =>
    call(statsHistory, { organizationId, days: daysShown }, signal),
  );
  return (
    <>
      <h1>{l10n.t('Overview')}</h1>
      <Shown answer={summary}>{(value) => <Now summary={value} />}</Shown>
      <section aria-labelledby="over-time">
        <h2 id="over-time">{l10n.t('The last {0} days', daysShown)}</h2>
        <Shown answer={history}>{(value) => <Course history={value} />}</Shown>
      </section>
      <Shown answer={summary}>{(value) => <Applications items={value.issuesByApplication} />}</Shown>
    </>
  );
}

function Now({ summary }: { readonly summary: StatsSummary }) {
  if (summary.scanActivity.total === 0)
    return (
      <Empty title={l10n.t('Nothing was scanned yet')}>
        <p>
          <Link to={{ kind: 'repositories' }}>{l10n.t('Add a repository')}</Link>
        </p>
      </Empty>
    );
  return (
    <>
      <ul class="figures">
        {Severity.options.map((severity) => (
          <li key={severity} class={severity.toLowerCase()}>
            <Link to={{ kind: 'issues' }} query={{ severity }}>
              <strong>{summary.issuesBySeverity[severity]}</strong> {severityLabel(severity)}
            </Link>
          </li>
        ))}
        <li>
          <strong>{summary.reachableExploitableIssues}</strong> {l10n.t('confirmed exploitable')}
        </li>
      </ul>
      <p class="quiet">
        {l10n.t(
          'Open: {0}. Resolved: {1}. Scans: {2}.',
          summary.openIssues,
          summary.resolvedIssues,
          summary.scanActivity.total,
        )}{' '}
        {l10n.t('Last scan:')} <When at={summary.scanActivity.lastFinishedAt} />
      </p>
    </>
  );
}

const totalOf = (counts: SeverityCounts): number =>
  Severity.options.reduce((sum, severity) => sum + counts[severity], 0);

const layersFromBelow = Severity.options.toReversed();

function Course({ history }: { readonly history: History }) {
  const repaired = Severity.options.filter(
    (severity) => history.timeToRemediate[severity].meanSeconds !== null,
  );
  return (
    <>
      <OverTime
        title={l10n.t('Open issues by severity')}
        kind="layers"
        series={layersFromBelow.map((severity) => ({
          title: severityLabel(severity),
          name: severity.toLowerCase(),
        }))}
        days={history.days.map(({ date, open }) => ({
          day: date,
          values: layersFromBelow.map((severity) => open[severity]),
        }))}
      />
      <OverTime
        title={l10n.t('Opened and resolved per day')}
        kind="lines"
        series={[
          { title: l10n.t('Opened'), name: 'opened' },
          { title: l10n.t('Resolved'), name: 'resolved' },
        ]}
        days={history.days.map(({ date, opened, resolved }) => ({
          day: date,
          values: [totalOf(opened), totalOf(resolved)],
        }))}
      />
      <h3>{l10n.t('Mean time to remediate')}</h3>
      {repaired.length === 0 ? (
        <p class="quiet">{l10n.t('No issue was resolved in this time.')}</p>
      ) : (
        <dl class="facts">
          {repaired.map((severity) => (
            <div key={severity}>
              <dt>{severityLabel(severity)}</dt>
              <dd>{lengthInWords(history.timeToRemediate[severity].meanSeconds ?? 0)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

const columns = (): readonly Column<ByApplication>[] => [
  {
    title: l10n.t('Repository'),
    cell: ({ repositoryId, repositoryName }) => (
      <Link to={{ kind: 'repository', id: repositoryId }}>{repositoryName}</Link>
    ),
  },
  { title: l10n.t('Open'), cell: ({ open }) => open, isNumber: true },
  { title: l10n.t('Resolved'), cell: ({ resolved }) => resolved, isNumber: true },
];

function Applications({ items }: { readonly items: readonly ByApplication[] }) {
  if (items.length === 0) return null;
  const worstFirst = items.toSorted((left, right) => right.open - left.open);
  return (
    <section aria-labelledby="applications">
      <h2 id="applications">{l10n.t('By repository')}</h2>
      <Table
        label={l10n.t('By repository')}
        items={worstFirst}
        idOf={({ repositoryId, applicationId }) => `${repositoryId} ${applicationId}`}
        columns={columns()}
      />
    </section>
  );
}
