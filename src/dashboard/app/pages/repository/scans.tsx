import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { Repository } from '../../../../api/contract/repositories/repositories.ts';
import { cancelScan, listScans, type Scan, startScans } from '../../../../api/contract/scans/scans.ts';
import { finishedScanStatuses } from '../../../../api/contract/vocabulary.ts';
import { useRepeated } from '../../answer.ts';
import { call } from '../../api.ts';
import { Link } from '../../navigation.tsx';
import { usePages } from '../../paged.ts';
import { ActionButton } from '../../parts/action.tsx';
import { Dialog, fieldOf } from '../../parts/dialog.tsx';
import { Field } from '../../parts/fields.tsx';
import { SeverityTally } from '../../parts/severity.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { When } from '../../parts/time.tsx';
import { scanStatusWord } from '../../words.ts';

const isUnderWay = ({ status }: Scan): boolean => !finishedScanStatuses.includes(status);

const columns = (): readonly Column<Scan>[] => [
  {
    title: l10n.t('Started'),
    cell: ({ id, createdAt }) => (
      <Link to={{ kind: 'scan', id }}>
        <When at={createdAt} />
      </Link>
    ),
  },
  { title: l10n.t('Of'), cell: (scan) => <Target scan={scan} /> },
  {
    title: l10n.t('Commit'),
    cell: ({ commitSha }) => <code>{commitSha?.slice(0, 10) ?? ''}</code>,
    isMinor: true,
  },
  { title: l10n.t('Status'), cell: (scan) => <Status scan={scan} /> },
  { title: l10n.t('Open issues'), cell: ({ issueCounts }) => <SeverityTally counts={issueCounts} /> },
  { title: l10n.t('New'), cell: ({ newIssueCount }) => newIssueCount, isNumber: true, isMinor: true },
];

function Target({ scan: { branch, pullRequest } }: { readonly scan: Scan }) {
  if (!pullRequest) return <code>{branch}</code>;
  const text = l10n.t('Pull request {0}', pullRequest.number);
  const related = pullRequest.relatedScanCount ?? 0;
  return (
    <>
      {pullRequest.url === undefined ? text : <a href={pullRequest.url}>{text}</a>} {pullRequest.title}
      {related > 0 && <span class="quiet"> {l10n.t('Earlier scans: {0}', related)}</span>}
    </>
  );
}

function Status({ scan: { status, errorMessage, progress } }: { readonly scan: Scan }) {
  const isCounted = progress !== undefined && progress.filesTotal > 0;
  return (
    <>
      {scanStatusWord(status)}
      {isCounted && (
        <progress
          value={progress.filesDone}
          max={progress.filesTotal}
          aria-label={l10n.t('{0} of {1} files', progress.filesDone, progress.filesTotal)}
        />
      )}
      {errorMessage !== undefined && <p class="bad">{errorMessage}</p>}
    </>
  );
}

/** The scans of a repository: what ran, what runs, and the start of another. */
export function Scans({ repository }: { readonly repository: Repository }) {
  const { id: repositoryId, organizationId } = repository;
  const [groups, setGroups] = useState(true);
  const [isStarting, setStarting] = useState(false);
  const answer = usePages<Scan>(`${repositoryId} ${groups}`, async (cursor, signal) => {
    const request = { organizationId, repositoryId, cursor, groupByPullRequest: groups };
    const { scans, nextCursor } = await call(listScans, request, signal);
    return { items: scans, nextCursor };
  });
  const isBusy = answer.asked.kind === 'there' && answer.asked.value.items.some(isUnderWay);
  useRepeated(isBusy, answer.again);
  return (
    <section aria-labelledby="scans">
      <div class="heading">
        <h2 id="scans">{l10n.t('Scans')}</h2>
        <label class="check">
          <input
            type="checkbox"
            checked={groups}
            onChange={(event) => setGroups(event.currentTarget.checked)}
          />
          {l10n.t('Only the latest of each pull request')}
        </label>
        <button type="button" class="main" onClick={() => setStarting(true)}>
          {l10n.t('Scan')}
        </button>
      </div>
      <Shown answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={l10n.t('Not scanned yet')} />
          ) : (
            <Table
              label={l10n.t('Scans')}
              items={items}
              idOf={({ id }) => id}
              columns={columns()}
              onMore={answer.more}
              actions={(scan) =>
                isUnderWay(scan) ? (
                  <ActionButton
                    act={async () => {
                      await call(cancelScan, { organizationId, scanId: scan.id });
                      answer.again();
                    }}
                  >
                    {l10n.t('Cancel')}
                  </ActionButton>
                ) : (
                  <Link to={{ kind: 'issues' }} query={{ scan: scan.id }}>
                    {l10n.t('Issues')}
                  </Link>
                )
              }
            />
          )
        }
      </Shown>
      {isStarting && (
        <Dialog
          title={l10n.t('Scan {0}', repository.name)}
          action={l10n.t('Scan')}
          onClose={() => setStarting(false)}
          onSubmit={async (fields) => {
            const branch = fieldOf(fields, 'branch');
            const request = {
              organizationId,
              repositoryIds: [repositoryId],
              ...(branch === '' ? {} : { branch }),
            };
            await call(startScans, request);
            setStarting(false);
            answer.again();
          }}
        >
          <Field label={l10n.t('Branch')} hint={l10n.t('The default branch when left empty.')}>
            {(ties) => (
              <input {...ties} name="branch" maxLength={255} placeholder={repository.defaultBranch ?? ''} />
            )}
          </Field>
        </Dialog>
      )}
    </section>
  );
}
