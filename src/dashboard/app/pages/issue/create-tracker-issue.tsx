import * as l10n from '@vscode/l10n';
import { useEffect, useState } from 'preact/hooks';
import {
  createTrackerIssue,
  previewTrackerIssue,
  type Tracker,
  type TrackerDraft,
} from '../../../../api/contract/integrations/trackers.ts';
import type { Issue } from '../../../../api/contract/issue.ts';
import { visibilityText } from '../../../../words/trackers.ts';
import { useAnswer } from '../../answer.ts';
import { call } from '../../api.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Choice, Field } from '../../parts/fields.tsx';
import { Shown } from '../../parts/states.tsx';

interface Props {
  readonly issue: Issue;
  readonly trackers: readonly Tracker[];
  readonly onCreated: (issue: Issue) => void;
  readonly onClose: () => void;
}

interface Written {
  readonly title: string;
  readonly text: string;
}

/** Shows what is sent and who reads it, has title and text changed, and creates the issue. */
export function CreateTrackerIssue({ issue, trackers, onCreated, onClose }: Props) {
  const { organizationId, id: issueId } = issue;
  const [trackerId, setTrackerId] = useState(trackers[0]?.id ?? '');
  /** As it is typed, and as it was when the field was left: the preview is of the latter. */
  const [written, setWritten] = useState<Written>();
  const [settled, setSettled] = useState<Written>();
  const answer = useAnswer<TrackerDraft>(
    JSON.stringify([trackerId, settled]),
    async (signal) =>
      (await call(previewTrackerIssue, { organizationId, issueId, trackerId, ...valid(settled) }, signal))
        .draft,
  );
  const draft = answer.asked.kind === 'there' ? answer.asked.value : undefined;
  // The one before stays while the next is asked for: nothing moves under the pointer.
  const [latest, setLatest] = useState<TrackerDraft>();
  useEffect(() => {
    if (!draft) return;
    setLatest(draft);
    setWritten((before) => before ?? { title: draft.title, text: draft.text });
  }, [draft]);
  const isOutdated = answer.asked.kind === 'waiting' && latest?.trackerId === trackerId;
  return (
    <Dialog
      title={l10n.t('Create Tracker Issue')}
      action={l10n.t('Create')}
      onClose={onClose}
      onSubmit={async () => {
        const request = { organizationId, issueId, trackerId, ...valid(written) };
        onCreated((await call(createTrackerIssue, request)).issue);
      }}
    >
      {trackers.length > 1 && (
        <Choice
          label={l10n.t('Tracker')}
          name="tracker"
          value={trackerId}
          options={trackers.map(({ id, name }) => [id, name] as const)}
          onChange={setTrackerId}
        />
      )}
      {written && <Texts written={written} onWrite={setWritten} onSettled={() => setSettled(written)} />}
      {isOutdated ? (
        <Preview draft={latest} />
      ) : (
        <Shown answer={answer}>{(shown) => <Preview draft={shown} />}</Shown>
      )}
    </Dialog>
  );
}

/** A title that is empty is the usual one. */
const valid = (written: Written | undefined) =>
  written && {
    ...(written.title.trim() === '' ? {} : { title: written.title }),
    text: written.text,
  };

interface TextsProps {
  readonly written: Written;
  readonly onWrite: (written: Written) => void;
  readonly onSettled: () => void;
}

function Texts({ written, onWrite, onSettled }: TextsProps) {
  return (
    <>
      <Field label={l10n.t('Title')}>
        {(ties) => (
          <input
            {...ties}
            name="title"
            maxLength={250}
            value={written.title}
            onInput={({ currentTarget }) => onWrite({ ...written, title: currentTarget.value })}
            onChange={onSettled}
          />
        )}
      </Field>
      <Field label={l10n.t('Text')} hint={l10n.t('Plain text: it formats nothing in the tracker.')}>
        {(ties) => (
          <textarea
            {...ties}
            name="text"
            rows={4}
            maxLength={4000}
            value={written.text}
            onInput={({ currentTarget }) => onWrite({ ...written, text: currentTarget.value })}
            onChange={onSettled}
          />
        )}
      </Field>
    </>
  );
}

function Preview({ draft }: { readonly draft: TrackerDraft }) {
  const isWarning = draft.visibility !== 'restricted';
  const more = [...draft.labels, ...(draft.priority === undefined ? [] : [draft.priority])];
  return (
    <>
      <div class={isWarning ? 'notice warning' : ''}>
        <p class={isWarning ? '' : 'quiet'}>{visibilityText(draft)}</p>
      </div>
      <h3 id="preview">{l10n.t('What is sent to {0}', draft.trackerName)}</h3>
      <p>
        <strong>{draft.title}</strong>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section class="preview" tabIndex={0} aria-labelledby="preview">
        <pre>{draft.description}</pre>
      </section>
      {more.length > 0 && <p class="quiet">{more.join(' · ')}</p>}
    </>
  );
}
