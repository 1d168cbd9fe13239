/** Bounds on what a repository that the service fetches may cost; a git server may be hostile. */
export interface MirrorLimits {
  /** Bytes that one fetch may bring. */
  readonly fetchBytes: number;
  /** Milliseconds that one fetch may take. */
  readonly fetchMs: number;
  /** Files of one commit. */
  readonly files: number;
  /** Bytes of the files of one commit. */
  readonly checkoutBytes: number;
  /** Bytes of one file that is written out; a larger one is an empty place of its size, which no analysis reads. */
  readonly fileBytes: number;
  /** Bytes that mirrors and checkouts keep together; those that were used the longest ago go first. */
  readonly diskBytes: number;
}

export const usualMirrorLimits: MirrorLimits = {
  fetchBytes: 2 * 1024 ** 3,
  fetchMs: 15 * 60_000,
  files: 300_000,
  checkoutBytes: 4 * 1024 ** 3,
  fileBytes: 16 * 1024 ** 2,
  diskBytes: 20 * 1024 ** 3,
};

/** What keeps a repository from being fetched or written out, as a sentence for a person. */
export class MirrorFailure extends Error {}
