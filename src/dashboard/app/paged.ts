import { useEffect, useState } from 'preact/hooks';
import { type Answer, useAnswer } from './answer.ts';

/** A list as far as it was asked for. */
export interface Pages<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | undefined;
}

/** A page of a list, in whatever field the operation answers it. */
export interface Part<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string | undefined;
}

export interface PagedAnswer<T> extends Answer<Pages<T>> {
  /** Gets what comes after; undefined where nothing does. */
  readonly more: (() => void) | undefined;
}

/** Asks for a list page by page: the first at once, the others when they are wanted. */
export function usePages<T>(
  key: string,
  ask: (cursor: string | undefined, signal: AbortSignal) => Promise<Part<T>>,
): PagedAnswer<T> {
  const [wanted, setWanted] = useState({ key, pages: 1 });
  const pages = wanted.key === key ? wanted.pages : 1;
  const answer = useAnswer<Pages<T>>(`${key} ${pages}`, async (signal) => {
    let items: readonly T[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < pages; page += 1) {
      const part = await ask(cursor, signal);
      items = [...items, ...part.items];
      cursor = part.nextCursor;
      if (cursor === undefined) break;
    }
    return { items, nextCursor: cursor };
  });
  const [shown, setShown] = useState<{ readonly key: string; readonly asked: typeof answer.asked }>();
  useEffect(() => {
    if (answer.asked.kind !== 'waiting') setShown({ key, asked: answer.asked });
  }, [answer.asked, key]);
  // What is there stays while more of it comes.
  const asked = answer.asked.kind === 'waiting' && shown?.key === key ? shown.asked : answer.asked;
  const hasMore = asked.kind === 'there' && asked.value.nextCursor !== undefined;
  return {
    ...answer,
    asked,
    more: hasMore ? () => setWanted({ key, pages: pages + 1 }) : undefined,
  };
}
