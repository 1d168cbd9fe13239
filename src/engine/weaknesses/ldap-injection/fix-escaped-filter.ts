import type { Strategy } from '../../fixes/fix.ts';
import { isTyped, withHelper } from '../../fixes/helpers.ts';
import { javaClass } from '../../fixes/imports.ts';
import { pythonName } from '../../fixes/python-imports.ts';
import type { Source } from '../../fixes/source.ts';
import { dynamicArguments } from '../../fixes/values/dynamic.ts';
import { around, called, everyLanguage, type Treatment, treated } from '../../fixes/values/treatment.ts';
import type { SyntaxNode } from '../../languages/syntax.ts';

/** Filters of a directory take values with their special characters escaped. */
const escapedFilter: Strategy = {
  languages: everyLanguage,
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

export const fixes: readonly Strategy[] = [escapedFilter];
