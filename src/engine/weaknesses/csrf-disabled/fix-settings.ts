import type { Strategy } from '../../fixes/fix.ts';
import { goodSettings } from '../../fixes/settings/good-settings.ts';
import { off, setting } from '../../fixes/settings/rule.ts';
import { wording } from './wording.ts';

export const fixes: readonly Strategy[] = [
  goodSettings(
    [
      setting('javascript', /^(?:csrf|csrfPrevention)$/, off, 'true'),
      setting('python', /^WTF_CSRF_(?:ENABLED|CHECK_DEFAULT)$/, off, 'True'),
    ],
    wording,
  ),
];
