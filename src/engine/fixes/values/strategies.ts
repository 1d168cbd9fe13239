import type { SyntaxNode } from '../../languages/syntax.ts';
import { type Call, callAt, callOf } from '../calls.ts';
import type { Edit } from '../edits.ts';
import { type Fix, type FixResult, noFix, type Situation, type Strategy } from '../fix.ts';
import { isTyped, withHelper } from '../helpers.ts';
import { javaClass } from '../imports.ts';
import { pythonModule, pythonName } from '../python-imports.ts';
import { resolved } from '../scope.ts';
import type { FixLanguage, Source } from '../source.ts';
import { type DynamicValue, dynamicArguments } from './dynamic.ts';

const all: readonly FixLanguage[] = ['javascript', 'python', 'java'];

/** How a value is made harmless where it stands, with what that takes elsewhere in the file. */
interface Treatment {
  readonly wrap: (value: DynamicValue) => Edit[];
  readonly edits: readonly Edit[];
}

const around = ({ at, end }: SyntaxNode, open: string, close: string): Edit[] => [
  { at, end: at, text: open },
  { at: end, end, text: close },
];

const prefixed = (prefix: string, [first, ...rest]: readonly Edit[]): Edit[] =>
  first ? [{ ...first, text: prefix + first.text }, ...rest] : [];

function treated(
  situation: Situation,
  wording: Omit<Fix, 'edits'>,
  treatment: Treatment,
  values: readonly DynamicValue[],
): FixResult {
  if (values.length === 0 || situation.source.text === '') return undefined;
  return {
    ...wording,
    edits: [...treatment.edits, ...values.flatMap((value) => prefixed(value.prefix, treatment.wrap(value)))],
  };
}

const called = ({ source, finding }: Situation): Call | undefined =>
  callAt(source, source.offsetsOf(finding.range));

/** Line breaks are taken out of what is written to a log or a header. */
export const withoutLineBreaks: Strategy = {
  classes: ['log-injection', 'header-injection'],
  languages: all,
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

/** Characters that mean something in a regular expression are escaped. */
export const quotedPattern: Strategy = {
  classes: ['regex-injection'],
  languages: all,
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

/** Values of a query to a document database are texts, and never operators. */
export const plainQueryValues: Strategy = {
  classes: ['nosql-injection'],
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

/** Filters of a directory take values with their special characters escaped. */
export const escapedFilter: Strategy = {
  classes: ['ldap-injection'],
  languages: all,
  fix: (situation) => {
    const { source } = situation;
    const call = called(situation);
    if (!call) return undefined;
    const wording = {
      strategy: 'ldap-injection/escaped',
      title: 'Escape the value for the filter',
      explanation:
        'The characters that mean something in a filter (RFC 4515) are escaped, so that the value is compared as it is. A `*` in it is no wildcard any more.',
    };
    const values = dynamicArguments(source, call).filter(
      ({ before, whole }) => !whole && /[(=]/.test(before),
    );
    const names = values.filter(({ before }) => /^[^(]*\w=$/.test(before));
    if (values.length === 0) return undefined;
    if (names.length === 0) return treated(situation, wording, filterEscaping(source, call.node), values);
    const escaping = nameEscaping(source);
    if (names.length < values.length || !escaping) return undefined;
    const ofNames = {
      strategy: 'ldap-injection/escaped-name',
      title: 'Escape the value for the name of an entry',
      explanation:
        'The characters that divide the name of an entry (RFC 4514) are escaped, so that the value stays one part of it and cannot lead to another branch of the directory.',
    };
    return treated(situation, ofNames, escaping, names);
  },
};

/** Names of entries follow other rules than filters do. */
function nameEscaping(source: Source): Treatment | undefined {
  if (source.language === 'java') {
    const { name, edits } = javaClass(source, 'javax.naming.ldap.Rdn');
    return { wrap: ({ node }) => around(node, `${name}.escapeValue(`, ')'), edits };
  }
  if (source.language !== 'python') return undefined;
  const [module, escaping] = /\bldap3\b/.test(source.text)
    ? ['ldap3.utils.dn', 'escape_rdn']
    : ['ldap.dn', 'escape_dn_chars'];
  const { name, edits } = pythonName(source, module, escaping);
  return { wrap: ({ node }) => around(node, `${name}(`, ')'), edits };
}

function filterEscaping(source: Source, at: SyntaxNode): Treatment {
  if (source.language === 'python') {
    const isLdap3 = /\bldap3\b/.test(source.text);
    const module = isLdap3 ? 'ldap3.utils.conv' : 'ldap.filter';
    const { name, edits } = pythonName(source, module, 'escape_filter_chars');
    return { wrap: ({ node }) => around(node, `${name}(`, ')'), edits };
  }
  const chars: readonly (readonly [string, string, string])[] = [
    ['\\\\', '\\\\5c', '\\\\\\\\'],
    ['*', '\\\\2a', '\\\\*'],
    ['(', '\\\\28', '\\\\('],
    [')', '\\\\29', '\\\\)'],
    ['\\0', '\\\\00', '\\\\0'],
  ];
  if (source.language === 'java') {
    const edits = withHelper(source, at, 'escapeFilter', (unit) => [
      '/** A text as a value in a filter of a directory (RFC 4515). */',
      'private static String escapeFilter(String text) {',
      `${unit}return String.valueOf(text)`,
      ...chars.map(
        ([from, to], i) => `${unit}${unit}.replace("${from}", "${to}")${i === chars.length - 1 ? ';' : ''}`,
      ),
      '}',
    ]);
    return { wrap: ({ node }) => around(node, 'escapeFilter(', ')'), edits };
  }
  const { quote } = source.style;
  const edits = withHelper(source, at, 'escapeFilter', (unit) => [
    '/** A text as a value in a filter of a directory (RFC 4515). */',
    isTyped(source) ? 'function escapeFilter(text: unknown): string {' : 'function escapeFilter(text) {',
    `${unit}return String(text).replace(/[\\\\*()\\0]/g, (char) => ${quote}\\\\${quote} + char.charCodeAt(0).toString(16).padStart(2, ${quote}0${quote}));`,
    '}',
  ]);
  return { wrap: ({ node }) => around(node, 'escapeFilter(', ')'), edits };
}
