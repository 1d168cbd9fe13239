import * as l10n from '@vscode/l10n';
import type { ResponseOf } from '../../../../api/contract/endpoint.ts';
import type { Repository } from '../../../../api/contract/repositories/repositories.ts';
import { triageRationales } from '../../../../api/contract/triage.ts';
import { call } from '../../api.ts';
import { Link } from '../../navigation.tsx';
import { usePages } from '../../paged.ts';
import { Empty, Shown } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { When } from '../../parts/time.tsx';
import { dispositionWord } from '../../words.ts';

type Rationale = ResponseOf<typeof triageRationales>['rationales'][number];

const columns = (): readonly Column<Rationale>[] => [
  {
    title: l10n.t('Issue'),
    cell: ({ issueId, title, file }) => (
      <>
        <Link to={{ kind: 'issue', id: issueId }}>{title}</Link>
        <br />
        <code>{file}</code>
      </>
    ),
  },
  {
    title: l10n.t('Decision'),
    cell: ({ disposition }) => (disposition === undefined ? '' : dispositionWord(disposition)),
  },
  { title: l10n.t('Reason'), cell: ({ reason }) => <span class="written">{reason}</span> },
  { title: l10n.t('By'), cell: ({ by }) => by, isMinor: true },
  { title: l10n.t('When'), cell: ({ at }) => <When at={at} />, isMinor: true },
];

/** What people decided about the issues of a repository, and why. */
export function Decisions({ repository }: { readonly repository: Repository }) {
  const { id: repositoryId, organizationId } = repository;
  const answer = usePages<Rationale>(repositoryId, async (cursor, signal) => {
    const request = { organizationId, repositoryId, cursor };
    const { rationales, nextCursor } = await call(triageRationales, request, signal);
    return { items: rationales, nextCursor };
  });
  return (
    <section aria-labelledby="decisions">
      <h2 id="decisions">{l10n.t('Decisions')}</h2>
      <Shown answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={l10n.t('Nobody has decided about an issue yet')} />
          ) : (
            <Table
              label={l10n.t('Decisions')}
              items={items}
              idOf={({ issueId, at }) => `${issueId} ${at}`}
              columns={columns()}
              onMore={answer.more}
            />
          )
        }
      </Shown>
    </section>
  );
}
