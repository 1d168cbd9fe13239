import { createTwoFilesPatch } from 'diff';

/** A change of one file as a unified diff with `a/` and `b/`, as `git apply` and `patch -p1` take it. */
export function unifiedDiff(path: string, before: string, after: string): string {
  return createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, {
    context: 3,
    headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
  });
}
