import { scimSchemas } from './messages.ts';
import { ScimError } from './scim-error.ts';

const usualCount = 100;
const mostCount = 200;

/** What a list asks for (RFC 7644, section 3.4.2). */
export interface Page {
  readonly filter?: string | undefined;
  /** 1-based. */
  readonly startIndex: number;
  readonly count: number;
}

/** @throws ScimError for a number that is none */
export function readPage(query: URLSearchParams): Page {
  const filter = query.get('filter')?.trim();
  return {
    ...(filter ? { filter } : {}),
    startIndex: Math.max(1, whole(query.get('startIndex'), 1)),
    count: Math.min(mostCount, Math.max(0, whole(query.get('count'), usualCount))),
  };
}

function whole(text: string | null, usual: number): number {
  if (text === null || text === '') return usual;
  if (!/^-?\d{1,9}$/.test(text))
    throw new ScimError(400, 'startIndex and count are whole numbers.', 'invalidValue');
  return Number(text);
}

export interface Listed<T> {
  readonly schemas: readonly string[];
  readonly totalResults: number;
  readonly startIndex: number;
  readonly itemsPerPage: number;
  readonly Resources: readonly T[];
}

export async function pageOf<T>(
  { startIndex, count }: Page,
  totalResults: number,
  read: (count: number, offset: number) => Promise<readonly T[]>,
): Promise<Listed<T>> {
  const Resources = count === 0 ? [] : await read(count, startIndex - 1);
  return { schemas: [scimSchemas.list], totalResults, startIndex, itemsPerPage: Resources.length, Resources };
}
