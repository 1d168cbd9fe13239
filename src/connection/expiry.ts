const dayMs = 86_400_000;
/** Days before its end from which a token is warned about. */
const warnedDays = 7;
/** Milliseconds that a clock may be off, this machine's or the service's: so near its end, nobody says that it is past. */
const clockMs = 3_600_000;

export type Expiry =
  | { readonly kind: 'unknown' | 'far' }
  /** `days` left, rounded down: 0 on the last day. */
  | { readonly kind: 'soon'; readonly days: number }
  | { readonly kind: 'past' };

/** How long a token is still valid. @param expiresAt ISO 8601 @param now milliseconds since 1970 */
export function expiryOf(expiresAt: string | undefined, now: number): Expiry {
  const end = Date.parse(expiresAt ?? '');
  if (Number.isNaN(end)) return { kind: 'unknown' };
  if (end + clockMs < now) return { kind: 'past' };
  const days = Math.max(0, Math.floor((end - now) / dayMs));
  return days < warnedDays ? { kind: 'soon', days } : { kind: 'far' };
}

/** Whether it is time to look again: once a day at most, and after the clock was set back. */
export function isDue(checkedAt: number, now: number): boolean {
  return now - checkedAt >= dayMs || now < checkedAt;
}
