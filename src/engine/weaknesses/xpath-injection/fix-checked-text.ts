import type { Strategy } from '../../fixes/fix.ts';
import { checkedQueryText } from '../../fixes/values/checked.ts';

export const fixes: readonly Strategy[] = [checkedQueryText];
