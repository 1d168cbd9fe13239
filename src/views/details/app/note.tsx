import * as l10n from '@vscode/l10n';
import { longestNote } from '../../issues/limits.ts';
import type { DetailsView } from '../messages.ts';
import { Draft } from './draft.tsx';
import { tell } from './host.ts';
import { Link, Section } from './parts.tsx';

/** What people keep with the issue: a note, and where they follow it up. */
export function Note({ issue }: { readonly issue: DetailsView }) {
  if (!issue.canDecide) return null;
  return (
    <Section title={l10n.t('Note')}>
      <Draft
        key={`${issue.id} note`}
        issueId={issue.id}
        name="note"
        saved={issue.note}
        label={l10n.t('Note')}
        placeholder={l10n.t('What the next one should know; everybody in the organization sees it')}
        most={longestNote}
        action={l10n.t('Save')}
        onSend={(note) => tell({ type: 'saveNote', note })}
      />
      <Tracker tracker={issue.tracker} />
    </Section>
  );
}

function Tracker({ tracker }: { readonly tracker: DetailsView['tracker'] }) {
  if (!tracker) {
    return (
      <p>
        <button type="button" class="link" onClick={() => tell({ type: 'linkTracker' })}>
          <span class="codicon codicon-link" aria-hidden="true" /> {l10n.t('Link an issue of a tracker…')}
        </button>
      </p>
    );
  }
  const { id, title, url, state } = tracker;
  return (
    <p class="place">
      <span>
        {l10n.t('Followed up in')} <Link url={url}>{title === id ? id : `${id} ${title}`}</Link>
        {state && ` · ${state.name}`}
      </span>
      <button type="button" class="link" onClick={() => tell({ type: 'linkTracker' })}>
        {l10n.t('Change…')}
      </button>
      <button type="button" class="link" onClick={() => tell({ type: 'unlinkTracker' })}>
        {l10n.t('Remove the link')}
      </button>
    </p>
  );
}
