import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { listTrackers, type Tracker } from '../../../../api/contract/integrations/trackers.ts';
import type { Issue } from '../../../../api/contract/issue.ts';
import { linkTrackerIssue } from '../../../../api/contract/triage.ts';
import { useAnswer } from '../../answer.ts';
import { call } from '../../api.ts';
import { Link } from '../../navigation.tsx';
import { ActionButton } from '../../parts/action.tsx';
import { Shown } from '../../parts/states.tsx';
import { CreateTrackerIssue } from './create-tracker-issue.tsx';
import { LinkTrackerIssue } from './link-tracker-issue.tsx';

interface Props {
  readonly issue: Issue;
  readonly onChanged: (issue: Issue) => void;
}

/** Where the issue is followed up: the linked issue of a tracker, or the ways to get one. */
export function TrackerBlock({ issue, onChanged }: Props) {
  const { organizationId } = issue;
  const answer = useAnswer<readonly Tracker[]>(
    `trackers ${organizationId}`,
    async (signal) => (await call(listTrackers, { organizationId }, signal)).trackers,
  );
  return (
    <section aria-labelledby="tracker">
      <h2 id="tracker">{l10n.t('Issue tracker')}</h2>
      {issue.trackerIssue ? (
        <Linked issue={issue} onChanged={onChanged} />
      ) : (
        <Shown answer={answer}>
          {(trackers) => <Ways issue={issue} trackers={trackers} onChanged={onChanged} />}
        </Shown>
      )}
    </section>
  );
}

function Linked({ issue, onChanged }: Props) {
  if (!issue.trackerIssue) return null;
  const { id, title, url, state } = issue.trackerIssue;
  return (
    <>
      <p>
        <a href={url} rel="noreferrer noopener" target="_blank">
          {title === id ? id : `${id} ${title}`}
        </a>
        {state && <span class="quiet"> · {state.name}</span>}
      </p>
      <ActionButton
        act={async () => {
          const { organizationId, id: issueId } = issue;
          onChanged((await call(linkTrackerIssue, { organizationId, issueId, url: null })).issue);
        }}
      >
        {l10n.t('Unlink')}
      </ActionButton>
    </>
  );
}

function Ways({ issue, trackers, onChanged }: Props & { readonly trackers: readonly Tracker[] }) {
  const [open, setOpen] = useState<'creating' | 'linking'>();
  const close = (): void => setOpen(undefined);
  const done = (changed: Issue): void => {
    close();
    onChanged(changed);
  };
  return (
    <>
      {trackers.length === 0 && (
        <p>
          {l10n.t('No issue tracker is connected. An administrator connects one:')}{' '}
          <Link to={{ kind: 'trackers' }}>{l10n.t('Issue Trackers')}</Link>
        </p>
      )}
      <p class="row">
        {trackers.length > 0 && (
          <button type="button" onClick={() => setOpen('creating')}>
            {l10n.t('Create Tracker Issue')}
          </button>
        )}{' '}
        <button type="button" onClick={() => setOpen('linking')}>
          {l10n.t('Link Existing Tracker Issue')}
        </button>
      </p>
      {open === 'creating' && (
        <CreateTrackerIssue issue={issue} trackers={trackers} onClose={close} onCreated={done} />
      )}
      {open === 'linking' && (
        <LinkTrackerIssue issue={issue} trackers={trackers} onClose={close} onLinked={done} />
      )}
    </>
  );
}
