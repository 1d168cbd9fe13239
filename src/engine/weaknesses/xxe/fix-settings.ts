import type { Strategy } from '../../fixes/fix.ts';
import { goodSettings } from '../../fixes/settings/good-settings.ts';
import { off, on, setting } from '../../fixes/settings/rule.ts';
import { wording } from './wording.ts';

export const fixes: readonly Strategy[] = [
  goodSettings(
    [
      setting('javascript', /^(?:noent|dtdload|dtdattr|dtdvalid|xinclude)$/, on, 'false'),
      setting('javascript', /^(?:nonet)$/, off, 'true'),
      setting('python', /^(?:resolve_entities|load_dtd|dtd_validation|huge_tree)$/, on, 'False'),
      setting('python', /^no_network$/, off, 'True'),
    ],
    wording,
  ),
];
