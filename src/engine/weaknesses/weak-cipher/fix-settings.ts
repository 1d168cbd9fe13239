import type { Strategy } from '../../fixes/fix.ts';
import { goodSettings } from '../../fixes/settings/good-settings.ts';
import { any, setting } from '../../fixes/settings/rule.ts';

export const fixes: readonly Strategy[] = [
  goodSettings(
    [
      setting(
        'python',
        /^minimum_version$/,
        /TLSVersion\.(?:SSLv3|TLSv1|TLSv1_1|MINIMUM_SUPPORTED)$/,
        'ssl.TLSVersion.TLSv1_2',
      ),
      setting('python', /^(?:key_size|bits)$/, /^(?:512|768|1024|1536)$/, '2048'),
      setting('javascript', /^modulusLength$/, any, '2048'),
    ],
    {
      title: 'Use what cannot be broken today',
      explanation:
        'Keys of 2048 bits and versions of TLS from 1.2 on are sound. Keys that are there already stay as they are; sides that have only a broken version are refused.',
    },
  ),
];
