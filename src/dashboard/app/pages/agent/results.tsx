import * as l10n from '@vscode/l10n';
import { type AgentPatch, listPatches, listPullRequests } from '../../../../api/contract/agent/results.ts';
import type { ResponseOf } from '../../../../api/contract/endpoint.ts';
import { call } from '../../api.ts';
import { Link } from '../../navigation.tsx';
import { usePages } from '../../paged.ts';
import { SeverityBadge } from '../../parts/severity.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { When } from '../../parts/time.tsx';
import { patchStatusWord, pullRequestStatusWord } from '../../words.ts';

type AgentPullRequest = ResponseOf<typeof listPullRequests>['pullRequests'][number];

const patchColumns = (): readonly Column<AgentPatch>[] => [
  {
    title: l10n.t('Issue'),
    cell: ({ issueId, issueTitle }) => <Link to={{ kind: 'issue', id: issueId }}>{issueTitle}</Link>,
  },
  { title: l10n.t('Severity'), cell: ({ severity }) => <SeverityBadge severity={severity} /> },
  { title: l10n.t('Repository'), cell: ({ repositoryName }) => repositoryName, isMinor: true },
  { title: l10n.t('Patch'), cell: ({ status, title }) => title ?? patchStatusWord(status) },
  { title: l10n.t('When'), cell: ({ touchedAt }) => <When at={touchedAt} />, isMinor: true },
];

const pullRequestColumns = (): readonly Column<AgentPullRequest>[] => [
  {
    title: l10n.t('Pull request'),
    cell: ({ url, title }) => (
      <a href={url} rel="noreferrer noopener">
        {title}
      </a>
    ),
  },
  { title: l10n.t('Status'), cell: ({ status }) => pullRequestStatusWord(status) },
  { title: l10n.t('Opened'), cell: ({ createdAt }) => <When at={createdAt} /> },
];

/** What came of the agent's jobs: patches and pull requests. */
export function Results({ organizationId }: { readonly organizationId: string }) {
  const patches = usePages<AgentPatch>(organizationId, async (cursor, signal) => {
    const answer = await call(listPatches, { organizationId, cursor }, signal);
    return { items: answer.patches, nextCursor: answer.nextCursor };
  });
  const pullRequests = usePages<AgentPullRequest>(organizationId, async (cursor, signal) => {
    const answer = await call(listPullRequests, { organizationId, cursor }, signal);
    return { items: answer.pullRequests, nextCursor: answer.nextCursor };
  });
  return (
    <>
      <section aria-labelledby="agent-patches">
        <h2 id="agent-patches">{l10n.t('Patches')}</h2>
        <Shown answer={patches}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title={l10n.t('The agent has had no patch made')} />
            ) : (
              <Table
                label={l10n.t('Patches')}
                items={items}
                idOf={({ issueId }) => issueId}
                columns={patchColumns()}
                onMore={patches.more}
              />
            )
          }
        </Shown>
      </section>
      <section aria-labelledby="agent-pull-requests">
        <h2 id="agent-pull-requests">{l10n.t('Pull requests')}</h2>
        <Shown answer={pullRequests}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title={l10n.t('The agent has opened no pull request')} />
            ) : (
              <Table
                label={l10n.t('Pull requests')}
                items={items}
                idOf={({ id }) => id}
                columns={pullRequestColumns()}
                onMore={pullRequests.more}
              />
            )
          }
        </Shown>
      </section>
    </>
  );
}
