import type { Strategy } from '../../fixes/fix.ts';
import { goodSettings } from '../../fixes/settings/good-settings.ts';
import { on, setting } from '../../fixes/settings/rule.ts';

export const fixes: readonly Strategy[] = [
  goodSettings(
    [
      setting('javascript', /^credentials$/, on, 'false'),
      setting('python', /^(?:allow_credentials|supports_credentials|CORS_ALLOW_CREDENTIALS)$/, on, 'False'),
    ],
    {
      title: 'Do not send credentials along for every origin',
      explanation:
        'Other sites may still read what is public, but not with the cookies of the user. If a certain site needs them, name its origin and allow credentials for it alone.',
    },
  ),
];
