import type { Strategy } from '../../fixes/fix.ts';
import { goodSettings } from '../../fixes/settings/good-settings.ts';
import { off, setting } from '../../fixes/settings/rule.ts';
import { wording } from './wording.ts';

export const fixes: readonly Strategy[] = [
  goodSettings(
    [
      setting('javascript', /^(?:secure|httpOnly)$/i, off, 'true'),
      setting(
        'python',
        /^(?:secure|httponly|(?:SESSION|CSRF|REMEMBER|LANGUAGE)_COOKIE_(?:SECURE|HTTPONLY))$/i,
        off,
        'True',
      ),
    ],
    wording,
  ),
];
