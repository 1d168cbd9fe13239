import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { getScan, type ScanDetail } from '../../../api/contract/scans/scans.ts';
import { finishedScanStatuses } from '../../../api/contract/vocabulary.ts';
import { useAnswer, useRepeated } from '../answer.ts';
import { call } from '../api.ts';
import { Link } from '../navigation.tsx';
import { SeverityTally } from '../parts/severity.tsx';
import { Shown } from '../parts/states.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { lengthInWords, When } from '../parts/time.tsx';
import { scanStatusWord } from '../words.ts';

type Coverage = NonNullable<ScanDetail['coverage']>;
type Skip = Coverage['skips'][number];

/** A scan: what it was of, what it found, and what it looked at. */
export function ScanPage({ id }: { readonly id: string }) {
  const answer = useAnswer<ScanDetail>(id, async (signal) => (await call(getScan, { id }, signal)).scan);
  const isUnderWay =
    answer.asked.kind === 'there' && !finishedScanStatuses.includes(answer.asked.value.status);
  useRepeated(isUnderWay, answer.again);
  return (
    <Shown answer={answer}>
      {(scan) => (
        <>
          <p class="quiet">
            <Link to={{ kind: 'repository', id: scan.repositoryId }}>{scan.repositoryName}</Link>
          </p>
          <div class="heading">
            <h1>{titleOf(scan)}</h1>
            <Link to={{ kind: 'issues' }} query={{ scan: id }}>
              {l10n.t('Show Issues')}
            </Link>
          </div>
          {scan.errorMessage !== undefined && <p class="bad">{scan.errorMessage}</p>}
          <Facts scan={scan} />
          {scan.coverage && <CoverageOf coverage={scan.coverage} />}
        </>
      )}
    </Shown>
  );
}

function titleOf({ pullRequest, branch }: ScanDetail): string {
  if (!pullRequest) return l10n.t('Scan of {0}', branch ?? 'HEAD');
  return pullRequest.title ?? l10n.t('Pull request {0}', pullRequest.number);
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Facts({ scan }: { readonly scan: ScanDetail }) {
  const { startedAt, finishedAt, pullRequest } = scan;
  return (
    <dl class="facts">
      <Fact name={l10n.t('Status')}>{scanStatusWord(scan.status)}</Fact>
      <Fact name={l10n.t('Open issues')}>
        <SeverityTally counts={scan.issueCounts} />
      </Fact>
      <Fact name={l10n.t('New')}>{scan.newIssueCount}</Fact>
      <Fact name={l10n.t('Resolved')}>{scan.resolvedIssueCount}</Fact>
      <Fact name={l10n.t('Started')}>
        <When at={scan.createdAt} />
      </Fact>
      {startedAt !== null && finishedAt !== null && (
        <Fact name={l10n.t('Took')}>
          {lengthInWords((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000)}
        </Fact>
      )}
      <Fact name={l10n.t('Branch')}>
        <code>{scan.branch}</code>
      </Fact>
      {pullRequest?.baseBranch !== undefined && (
        <Fact name={l10n.t('To be merged into')}>
          <code>{pullRequest.baseBranch}</code>
        </Fact>
      )}
      {scan.commitSha !== null && (
        <Fact name={l10n.t('Commit')}>
          <code>{scan.commitSha.slice(0, 10)}</code>
        </Fact>
      )}
      <Fact name={l10n.t('Release track')}>{scan.releaseTrack}</Fact>
    </dl>
  );
}

/** What was and was not looked at. */
function CoverageOf({ coverage }: { readonly coverage: Coverage }) {
  const { releaseTrack, advisories, threatModels, filesByLanguage } = coverage;
  return (
    <section aria-labelledby="coverage">
      <h2 id="coverage">{l10n.t('Coverage')}</h2>
      <dl class="facts">
        <Fact name={l10n.t('Files analysed')}>{coverage.filesAnalysed}</Fact>
        <Fact name={l10n.t('In part')}>{coverage.filesPartial}</Fact>
        <Fact name={l10n.t('Left out')}>{coverage.filesSkipped}</Fact>
        <Fact name={l10n.t('By language')}>
          {Object.entries(filesByLanguage)
            .map(([name, count]) => `${name} ${count}`)
            .join(', ')}
        </Fact>
        {threatModels && <Fact name={l10n.t('Threat models')}>{threatModels.join(', ')}</Fact>}
        <Switched coverage={coverage} />
        {coverage.belowThreshold !== undefined && coverage.belowThreshold > 0 && (
          <Fact name={l10n.t('Below the confidence threshold')}>{coverage.belowThreshold}</Fact>
        )}
      </dl>
      {releaseTrack && <p>{trackSentence(releaseTrack)}</p>}
      {advisories && advisories.length > 0 && (
        <p>{l10n.t('Packages were matched with {0}.', advisories.map(({ title }) => title).join(', '))}</p>
      )}
      {coverage.skips.length > 0 && <Skips coverage={coverage} />}
    </section>
  );
}

/** What an organization adds or leaves out. */
function Switched({ coverage: { models = [], rules = [], packs } }: { readonly coverage: Coverage }) {
  const { switchedOn = [], switchedOff = [], findings = 0 } = packs ?? {};
  const off = switchedOff.map(({ title }) => title).join(', ');
  const lists = [
    [l10n.t('Custom rules'), rules.map(({ file }) => file).join(', ')],
    [l10n.t('Models, custom sources and sinks'), [...new Set(models.map(({ file }) => file))].join(', ')],
    [l10n.t('Switched on in packs'), switchedOn.map(({ title }) => title).join(', ')],
    [
      l10n.t('Switched off in packs'),
      findings > 0 ? l10n.t('{0} ({1} findings not reported)', off, findings) : off,
    ],
  ] as const;
  return (
    <>
      {lists.map(([name, text]) =>
        text === '' ? null : (
          <Fact key={name} name={name}>
            {text}
          </Fact>
        ),
      )}
    </>
  );
}

function trackSentence({ track, heldBack, findings }: NonNullable<Coverage['releaseTrack']>): string {
  if (track === 'EDGE') return l10n.t('Release track EDGE: all rules were used.');
  return l10n.t(
    'Release track STABLE: {0} newer kinds of issues are left to EDGE ({1} findings not reported): {2}.',
    heldBack.length,
    findings,
    heldBack.join(', '),
  );
}

const skipColumns = (): readonly Column<Skip>[] => [
  { title: l10n.t('File'), cell: ({ file }) => <code>{file}</code> },
  { title: l10n.t('Analysed'), cell: ({ partial }) => (partial ? l10n.t('in part') : l10n.t('no')) },
  { title: l10n.t('Reason'), cell: ({ detail }) => detail },
];

const skipsAtFirst = 20;

function Skips({ coverage: { skips, skipsTruncated } }: { readonly coverage: Coverage }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? skips : skips.slice(0, skipsAtFirst);
  return (
    <>
      <h3>{l10n.t('Not analysed to the end')}</h3>
      <Table
        label={l10n.t('Not analysed to the end')}
        items={shown}
        idOf={({ file, reason }) => `${reason} ${file}`}
        columns={skipColumns()}
        onMore={shown.length < skips.length ? () => setWhole(true) : undefined}
      />
      {skipsTruncated && isWhole && <p class="quiet">{l10n.t('There are more than are listed.')}</p>}
    </>
  );
}
