import type { Strategy } from '../../fixes/fix.ts';
import { goodSettings } from '../../fixes/settings/good-settings.ts';
import { on, setting } from '../../fixes/settings/rule.ts';

export const fixes: readonly Strategy[] = [
  goodSettings(
    [
      setting(
        'python',
        /^(?:debug|DEBUG|TEMPLATE_DEBUG|DEBUG_PROPAGATE_EXCEPTIONS|use_debugger|use_evalex)$/,
        on,
        'False',
      ),
      setting('javascript', /^(?:debug|dumpExceptions|showStack|showErrorStack)$/, on, 'false'),
      setting('java', /^debug$/, on, 'false'),
    ],
    {
      title: 'Turn debugging off',
      explanation:
        'Visitors see no internals of the program. Turn it on by a setting of the developer’s own machine.',
    },
  ),
];
