import type { Strategy } from '../../fixes/fix.ts';
import { isTyped, withHelper } from '../../fixes/helpers.ts';
import { javaClass } from '../../fixes/imports.ts';
import { pythonModule } from '../../fixes/python-imports.ts';
import type { Source } from '../../fixes/source.ts';
import { dynamicArguments } from '../../fixes/values/dynamic.ts';
import { around, called, everyLanguage, type Treatment, treated } from '../../fixes/values/treatment.ts';
import type { SyntaxNode } from '../../languages/syntax.ts';

/** Characters that mean something in a regular expression are escaped. */
const quotedPattern: Strategy = {
  languages: everyLanguage,
  fix: (situation) => {
    const { source } = situation;
    const call = called(situation);
    const [first] = call?.args ?? [];
    if (!call || !first) return undefined;
    const values = dynamicArguments(source, { ...call, args: [first], keywords: new Map() });
    const wording = {
      strategy: 'regex-injection/escaped',
      title: 'Take the value literally in the expression',
      explanation:
        'Every character of the value stands for itself, so that it cannot change the expression or make it slow. Wildcards that users typed on purpose are no longer any.',
    };
    return treated(situation, wording, patternQuoting(source, call.node), values);
  },
};

function patternQuoting(source: Source, at: SyntaxNode): Treatment {
  switch (source.language) {
    case 'python': {
      const { name, edits } = pythonModule(source, 're');
      return { wrap: ({ node }) => around(node, `${name}.escape(`, ')'), edits };
    }
    case 'java': {
      const { name, edits } = javaClass(source, 'java.util.regex.Pattern');
      return { wrap: ({ node }) => around(node, `${name}.quote(`, ')'), edits };
    }
    case 'javascript': {
      const { quote } = source.style;
      const edits = withHelper(source, at, 'escapeRegExp', (unit) => [
        '/** A text as a part of a regular expression that matches just it. */',
        isTyped(source) ? 'function escapeRegExp(text: unknown): string {' : 'function escapeRegExp(text) {',
        `${unit}return String(text).replace(/[.*+?^\${}()|[\\]\\\\]/g, ${quote}\\\\$&${quote});`,
        '}',
      ]);
      return { wrap: ({ node }) => around(node, 'escapeRegExp(', ')'), edits };
    }
  }
}

export const fixes: readonly Strategy[] = [quotedPattern];
