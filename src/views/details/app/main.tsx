import '@vscode-elements/elements/dist/vscode-button/index.js';
import * as l10n from '@vscode/l10n';
import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { DetailsView, Position, ToPage } from '../messages.ts';
import type { PatchView } from '../patch-messages.ts';
import type { TrackerForm } from '../tracker-messages.ts';
import './details.css';
import { Details } from './details.tsx';
import { firstMessage, listen, remember, tell } from './host.ts';
import { Button } from './parts.tsx';

type State =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string; readonly canRetry: boolean }
  | {
      readonly kind: 'issue';
      readonly issue: DetailsView;
      readonly position: Position | null;
      readonly note: string;
      readonly patch: PatchView | null;
      readonly tracker: TrackerForm | null;
    };

function next(state: State, message: ToPage): State {
  switch (message.type) {
    case 'issue': {
      const before = state.kind === 'issue' && state.issue.id === message.issue.id ? state : undefined;
      return {
        kind: 'issue',
        issue: message.issue,
        position: message.position,
        note: '',
        patch: before?.patch ?? null,
        tracker: before?.tracker ?? null,
      };
    }
    case 'patch':
      return state.kind === 'issue' ? { ...state, patch: message.patch } : state;
    case 'trackerForm':
      return state.kind === 'issue' ? { ...state, tracker: message.form } : state;
    case 'position':
      return state.kind === 'issue' ? { ...state, position: message.position, note: message.note } : state;
    case 'failed':
      return { kind: 'failed', message: message.message, canRetry: message.canRetry };
  }
}

/** What a message changes beside what is shown. */
function heed(message: ToPage): void {
  if (message.type !== 'issue') return;
  if (message.translations) l10n.config({ contents: message.translations });
  remember(message.state);
}

function began(): State {
  const first = firstMessage();
  if (!first) return { kind: 'loading' };
  heed(first);
  return next({ kind: 'loading' }, first);
}

function App() {
  const [state, setState] = useState<State>(began);
  useEffect(() => {
    const stop = listen((message) => {
      heed(message);
      setState((before) => next(before, message));
    });
    tell({ type: 'ready' });
    return stop;
  }, []);
  const earlier = useRef<string>(undefined);
  const shownId = state.kind === 'issue' ? state.issue.id : undefined;
  useEffect(() => {
    if (shownId === undefined) return;
    if (earlier.current !== undefined) window.scrollTo(0, 0);
    earlier.current = shownId;
    // After the frame in which it is painted.
    requestAnimationFrame(() => setTimeout(() => tell({ type: 'shown' }), 0));
  }, [shownId]);
  switch (state.kind) {
    case 'loading':
      return (
        <p class="quiet" role="status">
          {l10n.t('Loading…')}
        </p>
      );
    case 'failed':
      return <Failed message={state.message} canRetry={state.canRetry} />;
    case 'issue':
      return (
        <Details
          issue={state.issue}
          position={state.position}
          note={state.note}
          patch={state.patch}
          tracker={state.tracker}
        />
      );
  }
}

function Failed({ message, canRetry }: { readonly message: string; readonly canRetry: boolean }) {
  return (
    <div role="alert">
      <h1>
        <span class="codicon codicon-error" aria-hidden="true" /> {l10n.t('The issue could not be loaded')}
      </h1>
      <p>{message}</p>
      {canRetry && (
        <Button isMain onClick={() => tell({ type: 'ready' })}>
          {l10n.t('Retry')}
        </Button>
      )}
    </div>
  );
}

/** Once the page is shown: the editor waits for what a page names, and the icons' font is not worth it. */
function fetchIcons(): void {
  const href = document.body.dataset['icons'];
  if (href === undefined || document.getElementById('vscode-codicon-stylesheet')) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.id = 'vscode-codicon-stylesheet';
  link.href = href;
  document.head.append(link);
}

window.addEventListener('load', () => requestAnimationFrame(() => setTimeout(fetchIcons)));

const root = document.getElementById('app');
if (root) render(<App />, root);
