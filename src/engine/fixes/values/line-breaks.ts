import { type Call, callOf } from '../calls.ts';
import type { Edit } from '../edits.ts';
import type { Strategy } from '../fix.ts';
import { resolved } from '../scope.ts';
import type { Source } from '../source.ts';
import { type DynamicValue, dynamicArguments } from './dynamic.ts';
import { around, called, everyLanguage, type Treatment, treated } from './treatment.ts';

/** Line breaks are taken out of what is written to a log or a header. */
export const withoutLineBreaks: Strategy = {
  languages: everyLanguage,
  fix: (situation) => {
    const { source, finding } = situation;
    const call = called(situation);
    if (!call) return undefined;
    const isLog = finding.vulnClass === 'log-injection';
    const wording = {
      strategy: `${finding.vulnClass}/one-line`,
      title: isLog ? 'Keep what is logged on one line' : 'Keep the header on one line',
      explanation: isLog
        ? 'Line breaks in what comes from outside become spaces, so that nobody can write entries of their own into the log.'
        : 'Line breaks in what comes from outside are replaced, so that it cannot begin another header or the body of the answer.',
    };
    const values = dynamicArguments(source, call.name === 'addCookie' ? cookieOf(source, call) : call);
    if (source.language === 'python' && values.some(({ embedded }) => embedded))
      return { ...wording, edits: wholeTexts(call, values) };
    return treated(situation, wording, oneLine(source), values);
  },
};

/** A cookie is no text: what it is made of is. */
function cookieOf(source: Source, call: Call): Call {
  const [cookie] = call.args;
  const made = cookie && callOf(source, resolved(source, cookie));
  return made?.isNew ? made : { ...call, args: [] };
}

/** A formatted literal is treated whole: before Python 3.12 no backslash may stand within its braces. */
function wholeTexts(call: Call, values: readonly DynamicValue[]): Edit[] {
  const args = [...call.args, ...call.keywords.values()].filter((arg) =>
    values.some(({ node }) => arg.at <= node.at && node.end <= arg.end),
  );
  return args.flatMap((arg) => {
    const isLiteral = arg.type === 'string';
    return around(
      arg,
      isLiteral ? '' : 'str(',
      `${isLiteral ? '' : ')'}.replace("\\r", " ").replace("\\n", " ")`,
    );
  });
}

function oneLine(source: Source): Treatment {
  switch (source.language) {
    case 'javascript': {
      const { quote } = source.style;
      return {
        wrap: ({ node }) => around(node, 'String(', `).replace(/[\\r\\n]/g, ${quote} ${quote})`),
        edits: [],
      };
    }
    case 'python':
      return {
        wrap: ({ node }) => around(node, 'str(', `).replace("\\r", " ").replace("\\n", " ")`),
        edits: [],
      };
    case 'java':
      // A value that is missing is logged as `null`, as before.
      return {
        wrap: ({ node }) => around(node, 'String.valueOf(', ').replaceAll("[\\\\r\\\\n]", " ")'),
        edits: [],
      };
  }
}
