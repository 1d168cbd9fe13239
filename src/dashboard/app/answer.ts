import { type Dispatch, type StateUpdater, useCallback, useEffect, useState } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';

/** What was asked of the service, as a page shows it. */
export type Asked<T> =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly error: ApiError }
  | { readonly kind: 'there'; readonly value: T };

export interface Answer<T> {
  readonly asked: Asked<T>;
  /** Asks again; what is shown stays until the new answer is there. */
  readonly again: () => void;
  /** Puts in what a change answered, so that nothing is asked twice. */
  readonly put: (change: (before: T) => T) => void;
}

/**
 * Asks when the page is shown and whenever `key` changes; what is under way is called off then.
 * @param key what the question depends on
 */
export function useAnswer<T>(key: string, ask: (signal: AbortSignal) => Promise<T>): Answer<T> {
  const [state, setState] = useState<{ readonly key: string; readonly asked: Asked<T> }>();
  const [times, setTimes] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    ask(controller.signal).then(
      (value) => {
        if (!controller.signal.aborted) setState({ key, asked: { kind: 'there', value } });
      },
      (error: unknown) => {
        if (!controller.signal.aborted)
          setState({ key, asked: { kind: 'failed', error: asApiError(error) } });
      },
    );
    return () => controller.abort();
  }, [key, times]);
  const again = useCallback(() => setTimes((before) => before + 1), []);
  const put = useCallback((change: (before: T) => T) => putInto(setState, change), []);
  const asked: Asked<T> = state?.key === key ? state.asked : { kind: 'waiting' };
  return { asked, again, put };
}

type Kept<T> = { readonly key: string; readonly asked: Asked<T> } | undefined;

function putInto<T>(setState: Dispatch<StateUpdater<Kept<T>>>, change: (before: T) => T): void {
  setState((before) =>
    before?.asked.kind === 'there'
      ? { ...before, asked: { kind: 'there', value: change(before.asked.value) } }
      : before,
  );
}

/** Asks again every so often while something is under way and the page is looked at. */
export function useRepeated(isUnderWay: boolean, again: () => void, everyMs = 2_000): void {
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') again();
    }, everyMs);
    return () => clearInterval(timer);
  }, [isUnderWay, again, everyMs]);
}

export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError('server', error instanceof Error ? error.message : String(error));
}
