import * as z from 'zod/mini';
import { Chip } from './messages.ts';

/** What the editor keeps of the page over a reload, and while the view is hidden. */
export const SavedState = z.object({
  screen: z.enum(['list', 'new', 'conversation']),
  conversationId: z.nullable(z.string()),
  /** What was written and not sent, by conversation; that of a new one under an empty name. */
  drafts: z.record(z.string(), z.string()),
  chips: z.array(Chip),
  /** The first message in view; null where the end is. */
  anchor: z.nullable(z.object({ key: z.string(), offset: z.number() })),
});
export type SavedState = z.infer<typeof SavedState>;

export const nothingSaved: SavedState = {
  screen: 'new',
  conversationId: null,
  drafts: {},
  chips: [],
  anchor: null,
};

const mostDrafts = 20;

/** @param value whatever the editor kept, of this version or an earlier one */
export function readSaved(value: unknown): SavedState {
  const saved = SavedState.safeParse(value);
  return saved.success ? saved.data : nothingSaved;
}

/** With a draft kept or, where it is empty, forgotten; the oldest make way. */
export function withDraft(state: SavedState, name: string, text: string): SavedState {
  const { [name]: _before, ...others } = state.drafts;
  const kept = Object.entries(others).slice(text === '' ? 0 : 1 - mostDrafts);
  return { ...state, drafts: Object.fromEntries(text === '' ? kept : [...kept, [name, text]]) };
}
