import { bare, type Call, callAt, callOf } from '../../fixes/calls.ts';
import { type Fix, type FixResult, noFix, type Strategy } from '../../fixes/fix.ts';
import { functionAround, statementAround, unusedName, variableOf } from '../../fixes/scope.ts';
import type { Source } from '../../fixes/source.ts';
import type { SyntaxNode } from '../../languages/syntax.ts';
import { wording } from './wording.ts';

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
const hardenedXmlFactory: Strategy = {
  languages: ['java'],
  fix: ({ source, finding }) => {
    const call = callAt(source, source.offsetsOf(finding.range));
    const made = call?.receiver && creationOf(source, call.receiver, 0);
    if (!made) return inline(source, call, wording);
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

/** `DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(…)`: the factory gets a name first. */
function inline(source: Source, call: Call | undefined, wording: Omit<Fix, 'strategy' | 'edits'>): FixResult {
  const receiver = call?.receiver && bare(call.receiver);
  const parser =
    receiver?.type === 'identifier' ? variableOf(source, receiver)?.writes.at(-1)?.value : undefined;
  let creation = parser ?? receiver;
  for (let next: SyntaxNode | undefined = creation; next; next = callOf(source, next)?.receiver)
    creation = bare(next);
  // The chain begins with the factory's class, which stands before the dot.
  const outer = creation && source.parentOf(creation);
  const node = creation?.type === 'identifier' && outer && callOf(source, outer) ? outer : creation;
  const text = node && source.textOf(node);
  const factory = text && factories.find((one) => one.creation.test(text));
  const type = text && /^(?:new\s+)?(\w+)/.exec(text)?.[1];
  if (!node || !factory || !type) return undefined;
  if (factory.throws && !mayThrow(source, node, factory.throws))
    return noFix(
      `Switching external entities off throws ${factory.throws}, which the method does not declare yet: declare or catch it, then the parser can be hardened.`,
    );
  const statement = statementAround(source, node);
  const isApart = /^(?:local_variable_declaration|expression_statement|return_statement)$/.test(
    statement.type,
  );
  const names = type.endsWith('Factory')
    ? ['factory', 'xmlFactory', 'parserFactory']
    : ['reader', 'xmlReader', 'parserReader'];
  const variable = unusedName(source, node, names);
  if (!isApart || variable === undefined || source.around(node, 'lambda_expression')) return undefined;
  const indentation = source.indentationAt(statement.at);
  const { eol } = source.style;
  const lines = [`${type} ${variable} = ${text};`, ...factory.calls.map((one) => `${variable}${one};`)];
  return {
    strategy: 'xxe/factory',
    ...wording,
    edits: [
      { at: statement.at, end: statement.at, text: lines.map((line) => line + eol + indentation).join('') },
      { at: node.at, end: node.end, text: variable },
    ],
  };
}

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
    if (factory && isMade(source, write.value))
      return { factory, variable: source.textOf(node), creation: write.value };
    return creationOf(source, write.value, depth + 1);
  }
  const call = callOf(source, node);
  return call?.receiver && creationOf(source, call.receiver, depth + 1);
}

/** The factory itself, and not what is made with it in one go. */
function isMade(source: Source, value: SyntaxNode): boolean {
  const call = callOf(source, bare(value));
  return call !== undefined && (call.isNew || !callOf(source, call.receiver && bare(call.receiver)));
}

function mayThrow(source: Source, node: SyntaxNode, exception: string): boolean {
  const fn = source.textOf(functionAround(source, node));
  const expected = new RegExp(`\\b(?:Exception|${exception})\\b`);
  return [...fn.matchAll(/\bthrows\b([^{]*)|\bcatch\s*\(([^)]*)/g)].some(([, thrown, caught]) =>
    expected.test(thrown ?? caught ?? ''),
  );
}

export const fixes: readonly Strategy[] = [hardenedXmlFactory];
