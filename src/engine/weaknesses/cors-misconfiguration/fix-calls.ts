import type { Strategy } from '../../fixes/fix.ts';
import { rewrittenCalls } from '../../fixes/rewritten-calls.ts';
import { replaced } from '../../fixes/statements.ts';

const origins = {
  title: 'Take the origins that are allowed from the environment',
  explanation:
    'Only origins that are listed in `ALLOWED_ORIGINS` may read the answers. Which those are is your decision.',
  needs: [
    {
      environment: 'ALLOWED_ORIGINS',
      text: 'Origins of the sites whose pages may read the answers, separated by commas. Until it is set, none may.',
    },
  ],
};

export const fixes: readonly Strategy[] = [
  rewrittenCalls([
    {
      language: 'java',
      ...origins,
      rewrite: (source, call) => {
        const [first] = call.args;
        if (!first || source.textOf(first) !== '"*"' || !/^allowedOrigin/.test(call.name)) return undefined;
        return [replaced(first, 'System.getenv().getOrDefault("ALLOWED_ORIGINS", "").split(",")')];
      },
    },
  ]),
];
