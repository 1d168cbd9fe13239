import { type FromPage, ToPage } from '../messages.ts';

/** The page's line to the extension. */

interface VsCodeApi {
  postMessage(message: FromPage): void;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

const api = acquireVsCodeApi();

export function tell(message: FromPage): void {
  api.postMessage(message);
}

/** What the editor keeps for this page over a reload. */
export function remember(state: unknown): void {
  api.setState(state);
}

export function listen(take: (message: ToPage) => void): () => void {
  const onMessage = (event: MessageEvent<unknown>) => {
    const message = ToPage.safeParse(event.data);
    if (message.success) take(message.data);
  };
  window.addEventListener('message', onMessage);
  return () => window.removeEventListener('message', onMessage);
}
