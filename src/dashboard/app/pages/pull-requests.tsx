import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { bypassPullRequestCheck } from '../../../api/contract/scans/pull-request-checks.ts';
import { listScans, rescanPullRequest, type Scan } from '../../../api/contract/scans/scans.ts';
import { finishedScanStatuses } from '../../../api/contract/vocabulary.ts';
import { useRepeated } from '../answer.ts';
import { call } from '../api.ts';
import { Link } from '../navigation.tsx';
import { usePages } from '../paged.ts';
import { ActionButton } from '../parts/action.tsx';
import { Dialog, fieldOf } from '../parts/dialog.tsx';
import { Field } from '../parts/fields.tsx';
import { SeverityTally } from '../parts/severity.tsx';
import { Empty, Shown } from '../parts/states.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { When } from '../parts/time.tsx';
import { useSession } from '../session.tsx';
import { checkWord, scanStatusWord } from '../words.ts';

const isUnderWay = ({ status }: Scan): boolean => !finishedScanStatuses.includes(status);

/** Whether a check stands in its way, as far as this page can tell: settings say which issues fail it. */
const isHeldUp = ({ pullRequest, issueCounts }: Scan): boolean =>
  pullRequest?.check !== undefined &&
  pullRequest.bypass === undefined &&
  Object.values(issueCounts).some((count) => count > 0);

const columns = (): readonly Column<Scan>[] => [
  { title: l10n.t('Pull request'), cell: (scan) => <PullRequest scan={scan} /> },
  { title: l10n.t('Scanned'), cell: (scan) => <Scanned scan={scan} />, isMinor: true },
  {
    title: l10n.t('Status'),
    cell: ({ status, errorMessage }) => (
      <>
        {scanStatusWord(status)}
        {errorMessage !== undefined && <p class="bad">{errorMessage}</p>}
      </>
    ),
  },
  {
    title: l10n.t('Brings'),
    cell: ({ id, status, issueCounts }) =>
      status === 'COMPLETED' && (
        <Link to={{ kind: 'issues' }} query={{ scan: id }}>
          <SeverityTally counts={issueCounts} />
          <span class="unseen"> {l10n.t('issues')}</span>
        </Link>
      ),
  },
  { title: l10n.t('Check'), cell: (scan) => <Check scan={scan} />, isMinor: true },
];

function PullRequest({ scan: { id, repositoryName, pullRequest } }: { readonly scan: Scan }) {
  if (!pullRequest) return null;
  const name = l10n.t('Pull request {0}', pullRequest.number);
  return (
    <>
      <Link to={{ kind: 'scan', id }}>{pullRequest.title ?? name}</Link>
      <br />
      <span class="quiet">
        {repositoryName}, {pullRequest.url === undefined ? name : <a href={pullRequest.url}>{name}</a>}
      </span>
    </>
  );
}

function Scanned({ scan: { createdAt, pullRequest } }: { readonly scan: Scan }) {
  const related = pullRequest?.relatedScanCount ?? 0;
  return (
    <>
      <When at={createdAt} />
      {related > 0 && (
        <>
          <br />
          <span class="quiet">{l10n.t('Earlier scans: {0}', related)}</span>
        </>
      )}
    </>
  );
}

/** How the code host was told of the scan. */
function Check({ scan: { pullRequest } }: { readonly scan: Scan }) {
  const { check, bypass } = pullRequest ?? {};
  if (bypass) return <>{l10n.t('Bypassed by {0}: {1}', bypass.by, bypass.reason)}</>;
  if (!check) return <span class="quiet">{l10n.t('no code host')}</span>;
  return (
    <>
      {checkWord(check.status)}
      {check.note !== undefined && <p class={check.status === 'FAILED' ? 'bad' : 'quiet'}>{check.note}</p>}
    </>
  );
}

/** Pull requests that were scanned, each with its latest scan. */
export function PullRequests() {
  const { organization } = useSession();
  const organizationId = organization.id;
  const [bypassing, setBypassing] = useState<Scan>();
  const answer = usePages<Scan>(`pull requests ${organizationId}`, async (cursor, signal) => {
    const request = { organizationId, kinds: ['PR' as const], groupByPullRequest: true, cursor };
    const { scans, nextCursor } = await call(listScans, request, signal);
    return { items: scans, nextCursor };
  });
  useRepeated(answer.asked.kind === 'there' && answer.asked.value.items.some(isUnderWay), answer.again);
  const actions = (scan: Scan) =>
    isUnderWay(scan) || scan.pullRequest?.state !== 'OPEN' ? null : (
      <>
        <ActionButton
          act={async () => {
            await call(rescanPullRequest, { organizationId, scanId: scan.id });
            answer.again();
          }}
        >
          {l10n.t('Scan Again')}
        </ActionButton>
        {isHeldUp(scan) && (
          <button type="button" onClick={() => setBypassing(scan)}>
            {l10n.t('Bypass Check')}
          </button>
        )}
      </>
    );
  return (
    <>
      <h1>{l10n.t('Pull Requests')}</h1>
      <p>{l10n.t('What a scan of a pull request finds is only what its change brings.')}</p>
      <Shown answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={l10n.t('No pull request scanned yet')}>
              <p>
                {l10n.t('Connect a code host: its webhook has each pull request scanned when it changes.')}
              </p>
            </Empty>
          ) : (
            <Table
              label={l10n.t('Pull Requests')}
              items={items}
              idOf={({ id }) => id}
              columns={columns()}
              onMore={answer.more}
              actions={actions}
            />
          )
        }
      </Shown>
      {bypassing && (
        <Bypass
          scan={bypassing}
          onClose={() => setBypassing(undefined)}
          onDone={() => {
            setBypassing(undefined);
            answer.again();
          }}
        />
      )}
    </>
  );
}

interface BypassProps {
  readonly scan: Scan;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function Bypass({ scan: { id: scanId, organizationId, pullRequest }, onClose, onDone }: BypassProps) {
  return (
    <Dialog
      title={l10n.t('Let pull request {0} pass?', pullRequest?.number ?? '')}
      action={l10n.t('Bypass Check')}
      onClose={onClose}
      onSubmit={async (fields) => {
        await call(bypassPullRequestCheck, { organizationId, scanId, reason: fieldOf(fields, 'reason') });
        onDone();
      }}
    >
      <p>
        {l10n.t(
          'The code host shows the check as passed, with your name and reason. It holds for this commit, where scanner settings allow it.',
        )}
      </p>
      <Field label={l10n.t('Reason')}>
        {(ties) => <textarea {...ties} name="reason" rows={3} required maxLength={1_000} />}
      </Field>
    </Dialog>
  );
}
