import type { Strategy } from '../fix.ts';
import { javascriptSql } from '../sql/javascript.ts';

/** Every strategy, the best of a class first: the first whose fix is proven is taken. */
export const strategies: readonly Strategy[] = [javascriptSql];
