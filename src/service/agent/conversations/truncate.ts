import type * as z from 'zod';
import type { ToolResult } from '../../../api/contract/agent/message.ts';

/** How much of what tools take and give is kept and shown. */

type Json = z.core.util.JSONType;

const inputCharacters = 2_000;
const resultCharacters = 30_000;
const dataCharacters = 64 * 1024;
const maximumPlaces = 200;
const maximumDepth = 8;
const maximumEntries = 200;

/** An input as JSON whose long strings and lists are cut. */
export function forRecord(value: unknown, depth = 0): Json {
  switch (typeof value) {
    case 'string':
      return cut(value, inputCharacters);
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'boolean':
      return value;
    case 'object': {
      if (value === null || depth > maximumDepth) return null;
      if (Array.isArray(value)) return value.slice(0, maximumEntries).map((one) => forRecord(one, depth + 1));
      const entries = Object.entries(value).slice(0, maximumEntries);
      return Object.fromEntries(
        entries.flatMap(([name, one]) =>
          one === undefined ? [] : [[name.slice(0, 200), forRecord(one, depth + 1)]],
        ),
      );
    }
    default:
      return null;
  }
}

/** A result without what is too much to keep; the analyst has it whole while the job runs. */
export function resultForRecord({ text, data, places }: ToolResult): ToolResult {
  const fits = data !== undefined && JSON.stringify(data).length <= dataCharacters;
  return {
    text: cut(text, resultCharacters),
    ...(fits && { data }),
    places: places.slice(0, maximumPlaces),
  };
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text.toWellFormed();
  return `${text.slice(0, most).toWellFormed()}… (${text.length - most} characters more)`;
}
