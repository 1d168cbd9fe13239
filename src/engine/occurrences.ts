import type { Finding } from './finding.ts';

/**
 * Numbers findings whose fingerprints are equal within one file, in position order, whatever order they come in.
 * The first of each kind streams through at once; when another turns up, the whole group is given out again, in
 * order and numbered, by `settle`. A taker that keeps findings by (file, fingerprint) thus ends with the right ones.
 */
export class OccurrenceNumbering {
  readonly #groups = new Map<string, Finding[]>();

  /** @returns the finding when it can be shown now; undefined when it is known or has to wait for `settle` */
  take(finding: Finding): Finding | undefined {
    const key = `${finding.fingerprint} ${finding.file}`;
    const group = this.#groups.get(key);
    if (!group) {
      this.#groups.set(key, [finding]);
      return finding;
    }
    if (!group.some((known) => comparePlaces(known, finding) === 0)) group.push(finding);
    return undefined;
  }

  /** @returns every group of several, in position order, the second as `<fingerprint>:2` and so on */
  settle(): Finding[] {
    return [...this.#groups.values()]
      .filter((group) => group.length > 1)
      .flatMap((group) =>
        group
          .toSorted(comparePlaces)
          .map((finding, i) =>
            i === 0 ? finding : { ...finding, fingerprint: `${finding.fingerprint}:${i + 1}` },
          ),
      );
  }
}

function comparePlaces(a: Finding, b: Finding): number {
  return (
    a.range.startLine - b.range.startLine ||
    a.range.startColumn - b.range.startColumn ||
    a.range.endLine - b.range.endLine ||
    a.range.endColumn - b.range.endColumn
  );
}
