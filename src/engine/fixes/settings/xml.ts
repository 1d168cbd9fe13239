import type { SyntaxNode } from '../../languages/syntax.ts';
import { bare, callAt, callOf } from '../calls.ts';
import { noFix, type Strategy } from '../fix.ts';
import { functionAround, statementAround, variableOf } from '../scope.ts';
import type { Source } from '../source.ts';
import { settingWording } from './rules.ts';

interface Factory {
  readonly creation: RegExp;
  /** Calls that harden it; what they throw, the parser throws too, except where `throws` says more. */
  readonly calls: readonly string[];
  readonly throws?: string;
}

const doctype = '.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true)';

const factories: readonly Factory[] = [
  { creation: /^DocumentBuilderFactory\s*\.\s*new\w*Instance\(/, calls: [doctype] },
  { creation: /^SAXParserFactory\s*\.\s*new\w*Instance\(/, calls: [doctype] },
  { creation: /^XMLReaderFactory\s*\.\s*createXMLReader\(/, calls: [doctype] },
  { creation: /^new\s+SAXBuilder\(/, calls: [doctype] },
  { creation: /^new\s+SAXReader\(/, calls: [doctype], throws: 'SAXException' },
  {
    creation: /^XMLInputFactory\s*\.\s*new\w*\(/,
    calls: [
      '.setProperty("javax.xml.stream.supportDTD", false)',
      '.setProperty("javax.xml.stream.isSupportingExternalEntities", false)',
    ],
  },
  {
    creation: /^TransformerFactory\s*\.\s*newInstance\(/,
    calls: [
      '.setAttribute("http://javax.xml.XMLConstants/property/accessExternalDTD", "")',
      '.setAttribute("http://javax.xml.XMLConstants/property/accessExternalStylesheet", "")',
    ],
  },
];

/** Parsers are made by a factory that refuses document types, and with them external entities. */
export const hardenedXmlFactory: Strategy = {
  classes: ['xxe'],
  languages: ['java'],
  fix: ({ source, finding }) => {
    const call = callAt(source, source.offsetsOf(finding.range));
    const made = call?.receiver && creationOf(source, call.receiver, 0);
    const wording = settingWording['xxe'];
    if (!made || !wording) return undefined;
    const { factory, variable, creation } = made;
    if (factory.throws && !mayThrow(source, creation, factory.throws))
      return noFix(
        `Switching external entities off throws ${factory.throws}, which the method does not declare yet.`,
      );
    const statement = statementAround(source, creation);
    const indentation = source.indentationAt(statement.at);
    const { eol } = source.style;
    const text = factory.calls.map((one) => `${eol}${indentation}${variable}${one};`).join('');
    return { strategy: 'xxe/factory', ...wording, edits: [{ at: statement.end, end: statement.end, text }] };
  },
};

interface Made {
  readonly factory: Factory;
  readonly variable: string;
  readonly creation: SyntaxNode;
}

/** Follows a parser back to the variable that holds the factory it was made with. */
function creationOf(source: Source, given: SyntaxNode, depth: number): Made | undefined {
  const node = bare(given);
  if (depth > 6) return undefined;
  if (node.type === 'identifier') {
    const writes = variableOf(source, node)?.writes ?? [];
    const write = writes.findLast(({ node: { at } }) => at < node.at) ?? writes[0];
    if (!write?.value) return undefined;
    const text = source.textOf(write.value);
    const factory = factories.find(({ creation }) => creation.test(text));
    if (factory) return { factory, variable: source.textOf(node), creation: write.value };
    return creationOf(source, write.value, depth + 1);
  }
  const call = callOf(source, node);
  return call?.receiver && creationOf(source, call.receiver, depth + 1);
}

function mayThrow(source: Source, node: SyntaxNode, exception: string): boolean {
  const fn = functionAround(source, node);
  return new RegExp(
    `throws[^{]*\\b(?:Exception|${exception})\\b|catch\\s*\\([^)]*\\b(?:Exception|${exception})\\b`,
  ).test(source.textOf(fn));
}
