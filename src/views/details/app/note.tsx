import * as l10n from '@vscode/l10n';
import { longestNote } from '../../issues/limits.ts';
import type { DetailsView } from '../messages.ts';
import { Draft } from './draft.tsx';
import { tell } from './host.ts';
import { Section } from './parts.tsx';

/** What people keep with the issue. */
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
    </Section>
  );
}
