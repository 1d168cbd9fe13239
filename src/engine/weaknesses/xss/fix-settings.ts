import type { Strategy } from '../../fixes/fix.ts';
import { goodSettings } from '../../fixes/settings/good-settings.ts';
import { off, setting } from '../../fixes/settings/rule.ts';

export const fixes: readonly Strategy[] = [
  goodSettings([setting('python', /^autoescape$/, off, 'True')], {
    title: 'Escape what templates show',
    explanation:
      'Templates escape values again, as is safe. Values that are markup on purpose must be marked so.',
  }),
];
