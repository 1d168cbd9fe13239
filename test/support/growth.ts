import { effortOf } from './effort.ts';
import type { Family } from './hostile-text.ts';

/** Milliseconds that are noise, whatever the size. */
const floor = 8;
/** Of eight times the size; what grows with its square costs 64 times as much. */
const most = 40;
export const size = 16_000;

/** The least of several measurements: what else the machine does only adds to them. */
function least(read: (text: string) => unknown, text: string, enough: number): number {
  let effort = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 4 && effort > enough; run += 1)
    effort = Math.min(
      effort,
      effortOf(() => void read(text)),
    );
  return effort;
}

/** How a family costs more than its length; undefined where it does not. */
export function growth(read: (text: string) => unknown, family: Family, length: number): string | undefined {
  const noise = (floor * length) / size;
  const whole = least(read, family.of(length), noise);
  if (whole <= noise) return undefined;
  const part = least(read, family.of(length / 8), 0);
  const ratio = whole / Math.max(part, floor / 8);
  return ratio > most
    ? `${family.name}: ${Math.round(whole)} for ${length} characters, ${Math.round(part)} for an eighth`
    : undefined;
}
