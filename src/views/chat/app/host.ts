import { type FromPage, ToPage } from '../messages.ts';
import { readSaved, type SavedState } from '../saved-state.ts';

/** The page's line to the extension, and what the editor keeps of it. */

interface VsCodeApi {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

const api = acquireVsCodeApi();
let saved = readSaved(api.getState());

export function tell(message: FromPage): void {
  api.postMessage(message);
}

export function kept(): SavedState {
  return saved;
}

export function keep(change: Partial<SavedState> | ((before: SavedState) => SavedState)): void {
  saved = typeof change === 'function' ? change(saved) : { ...saved, ...change };
  api.setState(saved);
}

export function listen(take: (message: ToPage) => void): () => void {
  const onMessage = (event: MessageEvent<unknown>) => {
    const message = ToPage.safeParse(event.data);
    if (message.success) take(message.data);
  };
  window.addEventListener('message', onMessage);
  return () => window.removeEventListener('message', onMessage);
}
