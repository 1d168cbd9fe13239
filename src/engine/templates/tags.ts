/** What templates with marks in their text share: text up to a mark is written, what stands between marks is read. */
import type { TemplateBuilder, TemplateModule } from './builder.ts';

/** Lowers what a mark begins. @returns where the text goes on */
type LowerTag = () => number;

/**
 * Lowers a text, mark by mark.
 * @param opening a global expression for what marks begin with
 * @param tagAt what begins there; `text` where it is a part of the text, undefined where the rest of the file is
 */
export function lowerTags(
  builder: TemplateBuilder,
  opening: RegExp,
  tagAt: (open: string, from: number, at: number) => LowerTag | 'text' | undefined,
): TemplateModule {
  const { text } = builder;
  let at = 0;
  opening.lastIndex = 0;
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const lower = tagAt(found[0], opening.lastIndex, found.index);
    if (lower === undefined) break;
    if (lower === 'text') continue;
    builder.literal(at, found.index);
    at = lower();
    opening.lastIndex = at;
  }
  builder.literal(at, text.length);
  return builder.finish();
}
