import type { Env } from '../matching/bindings.ts';

/** Offsets of UTF-16 units; the end is exclusive. */
export interface Span {
  readonly at: number;
  readonly end: number;
}

/** A place that a formula describes. */
export interface Found extends Span {
  readonly env: Env;
}

export const isWithin = (inner: Span, outer: Span): boolean => outer.at <= inner.at && inner.end <= outer.end;
export const isEqual = (a: Span, b: Span): boolean => a.at === b.at && a.end === b.end;
export const overlap = (a: Span, b: Span): boolean => a.at < b.end && b.at < a.end;
