import * as l10n from '@vscode/l10n';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { DetailsView } from '../messages.ts';
import { longestTrackerText, longestTrackerTitle, type TrackerForm } from '../tracker-messages.ts';
import { tell } from './host.ts';
import { Button, Link, Section } from './parts.tsx';

interface Props {
  readonly issue: DetailsView;
  readonly form: TrackerForm | null;
}

/** Where the issue is followed up, and the form that creates an issue there. */
export function Tracker({ issue, form }: Props) {
  if (!issue.canDecide && !issue.tracker) return null;
  return (
    <Section title={l10n.t('Issue tracker')}>
      {issue.tracker ? (
        <Linked tracker={issue.tracker} canDecide={issue.canDecide} />
      ) : form ? (
        <Creating key={issue.id} form={form} />
      ) : (
        <p class="actions">
          <Button icon="issues" onClick={() => tell({ type: 'tracker', action: 'open' })}>
            {l10n.t('Create Tracker Issue…')}
          </Button>
          <Button icon="link" onClick={() => tell({ type: 'linkTracker' })}>
            {l10n.t('Link Existing…')}
          </Button>
        </p>
      )}
    </Section>
  );
}

interface LinkedProps {
  readonly tracker: NonNullable<DetailsView['tracker']>;
  readonly canDecide: boolean;
}

function Linked({ tracker: { id, title, url, state }, canDecide }: LinkedProps) {
  return (
    <p class="place">
      <span>
        {l10n.t('Followed up in')} <Link url={url}>{title === id ? id : `${id} ${title}`}</Link>
        {state && ` · ${state.name}`}
      </span>
      <button type="button" class="link" onClick={() => tell({ type: 'openLink', url })}>
        {l10n.t('Open Tracker Issue')}
      </button>
      {canDecide && (
        <>
          <button type="button" class="link" onClick={() => tell({ type: 'linkTracker' })}>
            {l10n.t('Change…')}
          </button>
          <button type="button" class="link" onClick={() => tell({ type: 'unlinkTracker' })}>
            {l10n.t('Unlink')}
          </button>
        </>
      )}
    </p>
  );
}

function Creating({ form }: { readonly form: TrackerForm }) {
  const region = useRef<HTMLDivElement>(null);
  // It may have been asked for in the tree, far from here.
  useEffect(() => {
    region.current?.scrollIntoView({ block: 'nearest' });
    region.current?.focus();
  }, [form.state]);
  return (
    <section
      ref={region}
      class="tracker-form"
      tabIndex={-1}
      aria-label={l10n.t('Create Tracker Issue')}
      aria-busy={form.state === 'loading'}
    >
      <Content form={form} />
    </section>
  );
}

const close = () => tell({ type: 'tracker', action: 'close' });

function Content({ form }: { readonly form: TrackerForm }) {
  switch (form.state) {
    case 'loading':
      return (
        <p class="quiet" role="status">
          {l10n.t('Asking which trackers are connected…')}
        </p>
      );
    case 'failed':
      return (
        <div role="alert">
          <p>{form.text}</p>
          <p class="actions">
            {form.canRetry && (
              <Button onClick={() => tell({ type: 'tracker', action: 'open' })}>{l10n.t('Retry')}</Button>
            )}
            <Button onClick={() => tell({ type: 'linkTracker' })}>{l10n.t('Link Existing…')}</Button>
            <Button onClick={close}>{l10n.t('Cancel')}</Button>
          </p>
        </div>
      );
    case 'ready':
      return <Ready form={form} />;
  }
}

function Ready({ form }: { readonly form: Extract<TrackerForm, { state: 'ready' }> }) {
  const [title, setTitle] = useState(form.title);
  const [text, setText] = useState(form.text);
  const [trackerId, setTrackerId] = useState(form.trackerId);
  const ask = (action: 'preview' | 'create', at = trackerId) =>
    tell({ type: 'tracker', action, trackerId: at, title, text });
  return (
    <>
      {form.trackers.length > 1 && (
        <p>
          <label for="tracker-where">{l10n.t('Tracker')}</label>
          <select
            id="tracker-where"
            value={trackerId}
            onChange={({ currentTarget: { value } }) => {
              setTrackerId(value);
              ask('preview', value);
            }}
          >
            {form.trackers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </p>
      )}
      <p>
        <label for="tracker-title">{l10n.t('Title')}</label>
        <input
          id="tracker-title"
          maxLength={longestTrackerTitle}
          value={title}
          onInput={(event) => setTitle(event.currentTarget.value)}
          onChange={() => ask('preview')}
        />
      </p>
      <p>
        <label for="tracker-text">{l10n.t('Text')}</label>
        <textarea
          id="tracker-text"
          rows={4}
          maxLength={longestTrackerText}
          value={text}
          aria-describedby="tracker-text-hint"
          onInput={(event) => setText(event.currentTarget.value)}
          onChange={() => ask('preview')}
        />
        <span id="tracker-text-hint" class="hint">
          {l10n.t('Plain text: it formats nothing in the tracker.')}
        </span>
      </p>
      <p class={form.isWarning ? 'warning' : 'quiet'}>
        {form.isWarning && <span class="codicon codicon-warning" aria-hidden="true" />} {form.visibility}
      </p>
      <h3 id="tracker-preview">{l10n.t('What is sent')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section class="preview" tabIndex={0} aria-labelledby="tracker-preview">
        <strong>{form.title}</strong>
        <pre>{form.description}</pre>
        <span class="quiet">{form.more}</span>
      </section>
      {form.error !== '' && (
        <p class="note" role="alert">
          {form.error}
        </p>
      )}
      <p class="actions">
        <Button isMain disabled={form.isSending} onClick={() => ask('create')}>
          {form.isSending ? l10n.t('Creating…') : l10n.t('Create')}
        </Button>
        <Button disabled={form.isSending} onClick={close}>
          {l10n.t('Cancel')}
        </Button>
      </p>
    </>
  );
}
