import * as z from 'zod/mini';
import { type FromPage, type SavedState, ToPage } from '../messages.ts';

/** The page's line to the extension. */

interface VsCodeApi {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

const api = acquireVsCodeApi();

export function tell(message: FromPage): void {
  api.postMessage(message);
}

const Kept = z.object({ issueId: z.string(), drafts: z.optional(z.record(z.string(), z.string())) });

/** What the editor keeps for this page over a reload, and while another tab hides it. Another issue has other drafts. */
export function remember(state: SavedState): void {
  const drafts = keptDrafts(state.issueId);
  api.setState({ ...state, ...(drafts ? { drafts } : {}) });
}

/** What the user has written about the issue and not sent yet. */
export function draftOf(issueId: string, name: string): string | undefined {
  return keptDrafts(issueId)?.[name];
}

export function keepDraft(issueId: string, name: string, text: string | undefined): void {
  const { [name]: _before, ...others } = keptDrafts(issueId) ?? {};
  const state = api.getState();
  api.setState({
    ...(typeof state === 'object' ? state : {}),
    drafts: text === undefined ? others : { ...others, [name]: text },
  });
}

function keptDrafts(issueId: string): Record<string, string> | undefined {
  const kept = Kept.safeParse(api.getState());
  return kept.success && kept.data.issueId === issueId ? kept.data.drafts : undefined;
}

export function listen(take: (message: ToPage) => void): () => void {
  const onMessage = (event: MessageEvent<unknown>) => {
    const message = ToPage.safeParse(event.data);
    if (message.success) take(message.data);
  };
  window.addEventListener('message', onMessage);
  return () => window.removeEventListener('message', onMessage);
}

/** What the page came with; undefined where it went on to another issue before another tab hid it. */
export function firstMessage(): ToPage | undefined {
  const text = document.getElementById('first-message')?.textContent;
  if (!text) return undefined;
  const message = ToPage.safeParse(JSON.parse(text));
  if (!message.success) return undefined;
  const kept = Kept.safeParse(api.getState());
  const isOther =
    kept.success && message.data.type === 'issue' && message.data.state.issueId !== kept.data.issueId;
  return isOther ? undefined : message.data;
}
