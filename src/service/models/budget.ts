import type { ModelMessage } from 'ai';

/** Keeping what is sent within the window of a model. */

/** Characters of a token, on the short side: code has shorter tokens than prose. */
const charactersOfToken = 3;
const leftOut = '(The beginning of the conversation was left out, for want of room.)';

/** Characters that one tool's answer may have: in a small window, half of it. */
export function longestResultIn(room: number): number {
  return Math.min(16_000, Math.floor((room * charactersOfToken) / 2));
}

export function tokensOf(value: unknown): number {
  return Math.ceil((typeof value === 'string' ? value : JSON.stringify(value)).length / charactersOfToken);
}

/**
 * The latest messages that fit, beginning with one of the person; the last of the person is always among them.
 * @param most tokens
 */
export function fitting(messages: readonly ModelMessage[], most: number): ModelMessage[] {
  const starts = messages.flatMap(({ role }, index) => (role === 'user' ? [index] : []));
  const fits = starts.find((from) => tokensOf(messages.slice(from)) <= most);
  const from = fits ?? starts.at(-1) ?? 0;
  const kept = messages.slice(from);
  const [first, ...rest] = kept;
  const shortened = fits === undefined ? withShortResults(kept, most) : kept;
  if (from === 0 || first?.role !== 'user' || typeof first.content !== 'string') return shortened;
  return [
    { ...first, content: `${leftOut}\n\n${first.content}` },
    ...(fits === undefined ? shortened.slice(1) : rest),
  ];
}

/** Tool answers of a turn that is too long by itself: the earliest are left out first. */
function withShortResults(messages: readonly ModelMessage[], most: number): ModelMessage[] {
  const kept = [...messages];
  for (let index = 0; index < kept.length - 1 && tokensOf(kept) > most; index++) {
    const message = kept[index];
    if (message?.role !== 'tool') continue;
    const content = message.content.map((part) =>
      part.type === 'tool-result'
        ? { ...part, output: { type: 'text' as const, value: '(left out, for want of room)' } }
        : part,
    );
    kept[index] = { ...message, content };
  }
  return kept;
}
