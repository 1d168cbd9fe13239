import type * as z from 'zod';
import type { Place, ToolResult } from '../api/contract/agent/message.ts';
import { visibleIn } from './data.ts';

/** What tools answer, kept within bounds: a conversation, a model's window and a webview have to hold it. */

export const maximumText = 16_000;
/** Characters of the data as JSON. */
export const maximumData = 64_000;
export const maximumPlaces = 100;

/** Puts a result together; what is too long is cut, which the text says. */
export function answer(text: string, data: unknown, places: readonly Place[] = []): ToolResult {
  const shown = bounded(text);
  const json = visibleIn(JSON.parse(JSON.stringify(data))) as z.core.util.JSONType;
  const isTooLong = JSON.stringify(json).length > maximumData;
  return {
    text: isTooLong ? bounded(`${shown}\n\n*The data of this answer is too long and was left out.*`) : shown,
    ...(isTooLong ? {} : { data: json }),
    places: places.slice(0, maximumPlaces).map((place) => ({ ...place, label: visibleIn(place.label) })),
  };
}

function bounded(text: string): string {
  if (text.length <= maximumText) return text;
  const lines: string[] = [];
  let length = 0;
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    if (length + line.length + 1 > maximumText - 200) break;
    const marks = /^(`{3,})/.exec(line)?.[1];
    if (fence === undefined) fence = marks;
    else if (marks === fence && line === marks) fence = undefined;
    lines.push(line);
    length += line.length + 1;
  }
  if (fence !== undefined) lines.push(fence);
  const left = text.length - length;
  return `${lines.join('\n')}\n\n*Cut here: ${left} more characters. Ask for less at once.*`;
}
