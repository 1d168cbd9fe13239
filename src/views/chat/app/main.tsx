import * as l10n from '@vscode/l10n';
import { render } from 'preact';
import { useEffect, useReducer, useState } from 'preact/hooks';
import type { ToPage } from '../messages.ts';
import { act, blank, type PageAction, type PageState, take } from '../page-state.ts';
import { App } from './app.tsx';
import './chat.css';
import type { SendKeys } from './composer.tsx';
import { kept, listen, tell } from './host.ts';

type Event = ToPage | PageAction;

const actions = new Set(['opening', 'screen', 'listing', 'loadingEarlier', 'sending', 'unchip', 'dismiss']);

function isAction(event: Event): event is PageAction {
  return actions.has(event.type);
}

function next(state: PageState, event: Event): PageState {
  return isAction(event) ? act(state, event) : take(state, event);
}

function restored(): PageState {
  const { screen, conversationId, chips } = kept();
  const isOpen = screen === 'conversation' && conversationId !== null;
  return { ...blank, chips, screen: isOpen || screen !== 'conversation' ? screen : 'new', isOpening: isOpen };
}

function Page() {
  const [state, dispatch] = useReducer<PageState, Event>(next, restored());
  // Nothing is shown before its translations are there.
  const [keys, setKeys] = useState<SendKeys | null>(null);
  useEffect(() => {
    const stop = listen((message) => {
      if (message.type === 'begin') {
        if (message.translations) l10n.config({ contents: message.translations });
        setKeys({ sendWith: message.sendWith, isMac: message.isMac });
      } else dispatch(message);
    });
    const { screen, conversationId } = kept();
    tell({ type: 'ready', conversationId: screen === 'conversation' ? conversationId : null });
    return stop;
  }, []);
  return keys && <App state={state} act={dispatch} keys={keys} />;
}

const root = document.getElementById('app');
if (root) render(<Page />, root);
