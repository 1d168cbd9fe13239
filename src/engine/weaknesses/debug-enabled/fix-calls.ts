import type { Strategy } from '../../fixes/fix.ts';
import { literalFor, rewrittenCalls } from '../../fixes/rewritten-calls.ts';

export const fixes: readonly Strategy[] = [
  rewrittenCalls([
    {
      language: 'java',
      title: 'Turn debugging off',
      explanation: 'Requests with their credentials stay out of the log.',
      rewrite: literalFor(/^true$/, () => 'false'),
    },
  ]),
];
