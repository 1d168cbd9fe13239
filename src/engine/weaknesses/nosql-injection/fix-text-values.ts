import { noFix, type Strategy } from '../../fixes/fix.ts';
import { dynamicArguments } from '../../fixes/values/dynamic.ts';
import { around, called, treated } from '../../fixes/values/treatment.ts';

/** Values of a query to a document database are texts, and never operators. */
const plainQueryValues: Strategy = {
  languages: ['javascript', 'python'],
  fix: (situation) => {
    const { source } = situation;
    const call = called(situation);
    const [first] = call?.args ?? [];
    if (!call || !first) return undefined;
    if (/\$where|\$function|\$accumulator|mapReduce/.test(source.textOf(call.node)))
      return noFix(
        'The query is a script that the database runs. Write it as a query of fields and operators instead.',
      );
    const values = dynamicArguments(source, { ...call, args: [first], keywords: new Map() }).filter(
      ({ whole }) => whole,
    );
    if (values.some(({ node }) => node === first))
      return noFix(
        'The whole query comes from outside. Which fields may be asked for is a decision about the application: take them one by one.',
      );
    const wording = {
      strategy: 'nosql-injection/text-values',
      title: 'Compare with texts only',
      explanation:
        'Each value becomes a text, so that an object such as `{ $ne: null }` in the request is compared as text and is no operator.',
    };
    const name = source.language === 'python' ? 'str(' : 'String(';
    return treated(situation, wording, { wrap: ({ node }) => around(node, name, ')'), edits: [] }, values);
  },
};

export const fixes: readonly Strategy[] = [plainQueryValues];
