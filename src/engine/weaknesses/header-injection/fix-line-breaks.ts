import type { Strategy } from '../../fixes/fix.ts';
import { withoutLineBreaks } from '../../fixes/values/line-breaks.ts';

export const fixes: readonly Strategy[] = [withoutLineBreaks];
