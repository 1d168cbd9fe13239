import { bare, type Call, callAt } from '../../fixes/calls.ts';
import type { Edit } from '../../fixes/edits.ts';
import { type FixResult, noFix, type ProjectFacts, type Situation, type Strategy } from '../../fixes/fix.ts';
import { sinkApi } from '../../fixes/sink.ts';
import { type Source, walk } from '../../fixes/source.ts';
import { replaced } from '../../fixes/statements.ts';
import { compose } from '../../fixes/text/compose.ts';
import { plainText } from '../../fixes/text/pieces.ts';
import { fieldOf, type SyntaxNode } from '../../languages/syntax.ts';
import { escaperOf } from './escaper.ts';
import { cleanerOf, isMarkupOnPurpose, noCleaner } from './intended.ts';
import { assignedTo, sitesOf, unsafeContext } from './sites.ts';

const cleanedWording = {
  strategy: 'xss/cleaned',
  title: 'Clean the markup before it is shown',
  explanation:
    'The value is markup on purpose. Everything that could run a script is taken out of it, and harmless formatting stays.',
} as const;

/** Values are escaped where they enter the text of a page. */
const escapedMarkup: Strategy = {
  languages: ['javascript', 'python', 'java'],
  fix: (situation) => {
    const { source, finding, project } = situation;
    const texts = textsOf(situation);
    const sites = texts.flatMap((text) => sitesOf(source, text, finding));
    if (sites.length === 0) return undefined;
    const wrong = sites.map(({ before }) => unsafeContext(before)).find((reason) => reason !== undefined);
    if (wrong !== undefined) return noFix(wrong);
    const meant = sites.filter(({ node }) => isMarkupOnPurpose(source, node));
    if (meant.length > 0) {
      const cleaner = meant.length === sites.length ? cleanerOf(source, project) : undefined;
      if (!cleaner) return noFix(noCleaner);
      return {
        ...cleanedWording,
        edits: [...cleaner.edits, ...sites.flatMap(({ node }) => cleaner.wrap(node))],
      };
    }
    const escaper = escaperOf(source, project, situation.node);
    const edits = sites.flatMap(({ node, embedded }) => escaper.wrap(node, embedded));
    return {
      strategy: 'xss/escaped',
      title: sites.length === 1 ? 'Escape the value for HTML' : 'Escape the values for HTML',
      explanation:
        'What comes from outside is escaped where it becomes part of the page, so that the browser shows it as text: `<`, `>`, `&` and quotation marks are written as entities. A value that was meant to hold markup is shown as it is written.',
      edits: [...escaper.edits, ...edits],
    };
  },
};

/** The expressions whose text is sent or shown. */
function textsOf({ source, finding, node }: Situation): SyntaxNode[] {
  const range = source.offsetsOf(finding.range);
  const property = assignedTo(source, node);
  if (property && node.end === range.end && node.at === range.at) return [property.value];
  const exact = source.covering(range);
  if (/^(?:object|dictionary)$/.test(exact.type)) {
    const body = exact.children.find((pair) => /^['"]?body['"]?\s*:/.test(source.textOf(pair)));
    const text = body && fieldOf(body, 'value');
    return text ? [text] : [];
  }
  if (exact.type === 'expression_list' || exact.type === 'tuple') return exact.children.slice(0, 1);
  const call = callAt(source, range);
  const marked =
    call && (call.nameNode.at === range.at || call.node.at === range.at) && call.node.end === range.end;
  if (!marked) return [exact];
  return argumentsShown(source, call);
}

function argumentsShown(source: Source, call: Call): SyntaxNode[] {
  const [first, second] = call.args;
  if (call.name === 'insertAdjacentHTML') return second ? [second] : [];
  if (source.language === 'java' && (call.name === 'printf' || call.name === 'format')) {
    const format = first && compose(source, first).pieces.every((piece) => piece.kind === 'text');
    return format ? call.args.slice(1) : call.args.slice(0, 1);
  }
  const keyword = ['text', 'content', 'body', 'response', 'data']
    .map((name) => call.keywords.get(name))
    .find((one) => one !== undefined);
  const text = first ?? keyword;
  return text ? [text] : [];
}

/** Text without markup of its own is set as text. */
const textInsteadOfMarkup: Strategy = {
  languages: ['javascript'],
  fix: ({ source, finding, node, project }) => {
    const api = sinkApi(finding);
    const explanation =
      'The value is shown as text and never read as markup. Markup that it was meant to hold is shown as it is written.';
    const plain = (value: SyntaxNode): boolean => {
      const { pieces } = compose(source, value);
      return (
        pieces.some(({ kind }) => kind === 'code') &&
        !pieces.some((piece) => piece.kind === 'code' && isMarkupOnPurpose(source, piece.node)) &&
        !/<\/?\w|&\w+;/.test(source.textOf(value))
      );
    };
    const property = assignedTo(source, node);
    if (property && /^(?:innerHTML)$/.test(source.textOf(node)) && plain(property.value)) {
      return {
        strategy: 'xss/text-content',
        title: 'Set the text instead of the markup',
        explanation,
        edits: [replaced(node, 'textContent')],
      };
    }
    const call = callAt(source, source.offsetsOf(finding.range));
    const [first] = call?.args ?? [];
    if (call && first && api === 'jQuery.html' && call.args.length === 1 && plain(first)) {
      return {
        strategy: 'xss/text-content',
        title: 'Set the text instead of the markup',
        explanation,
        edits: [replaced(call.nameNode, 'text')],
      };
    }
    const element = source.around(node, 'jsx_self_closing_element', 'jsx_opening_element');
    const cleaned = element && cleanedJsx(source, element, project);
    if (cleaned) return cleaned;
    const edits = element && jsxText(source, element);
    return (
      edits && {
        strategy: 'xss/text-content',
        title: 'Show the text instead of the markup',
        explanation,
        edits,
      }
    );
  },
};

/** What jQuery is given may be markup, a selector or an element: as a selector it is looked up, and never made. */
const lookedUp: Strategy = {
  languages: ['javascript'],
  fix: ({ source, finding }) => {
    const call = callAt(source, source.offsetsOf(finding.range));
    const [first, context] = call?.args ?? [];
    if (!call?.list || !first || call.receiver || !/^(?:\$|jQuery)$/.test(call.name)) return undefined;
    const [head] = compose(source, first).pieces;
    if (head?.kind === 'text' && /^\s*</.test(plainText(head.units))) return undefined;
    const root = context ? source.textOf(context) : 'document';
    return {
      strategy: 'xss/looked-up',
      title: 'Look the element up instead of making one',
      explanation: `\`${call.name}(value)\` makes elements, and runs what is in them, where the value is markup. \`find\` takes it for a selector or an element of the page, and markup for an error. Elements that are not part of the page yet are not found by it.`,
      edits: [replaced(call.list, `(${root}).find(${source.textOf(first)})`)],
    };
  },
};

/** The value of `__html`. */
function givenMarkup(source: Source, element: SyntaxNode): SyntaxNode | undefined {
  const pair = [...walk(element)].find(
    (one) => one.type === 'pair' && source.textOf(one).startsWith('__html'),
  );
  return pair && fieldOf(pair, 'value');
}

function cleanedJsx(source: Source, element: SyntaxNode, project: ProjectFacts): FixResult {
  const markup = givenMarkup(source, element);
  if (!markup || !isMarkupOnPurpose(source, markup)) return undefined;
  const cleaner = cleanerOf(source, project);
  return cleaner
    ? { ...cleanedWording, edits: [...cleaner.edits, ...cleaner.wrap(markup)] }
    : noFix(noCleaner);
}

/** `<p dangerouslySetInnerHTML={{ __html: text }} />` becomes `<p>{text}</p>`. */
function jsxText(source: Source, element: SyntaxNode): Edit[] | undefined {
  const attribute = element.children.find(
    (child) => child.type === 'jsx_attribute' && source.textOf(child).startsWith('dangerouslySetInnerHTML'),
  );
  const name = fieldOf(element, 'name');
  if (!attribute || !name) return undefined;
  const value = /^dangerouslySetInnerHTML\s*=\s*\{\s*\{\s*__html:([\s\S]*)\}\s*\}$/
    .exec(source.textOf(attribute))?.[1]
    ?.trim()
    .replace(/,$/, '');
  if (value === undefined || bare(element).type !== 'jsx_self_closing_element') return undefined;
  const markup = givenMarkup(source, element);
  if (markup && isMarkupOnPurpose(source, markup)) return undefined;
  const before = source.text.slice(0, attribute.at).trimEnd().length;
  return [
    { at: before, end: attribute.end, text: '' },
    { at: attribute.end, end: element.end, text: `>{${value}}</${source.textOf(name)}>` },
  ];
}

export const fixes: readonly Strategy[] = [lookedUp, textInsteadOfMarkup, escapedMarkup];
