import type { Strategy } from '../../fixes/fix.ts';
import { checkedHost } from '../../fixes/values/checked.ts';

export const fixes: readonly Strategy[] = [checkedHost];
