import { fieldOf, type SyntaxNode } from '../../languages/syntax.ts';
import { bare, type Call, callAt } from '../calls.ts';
import type { Edit } from '../edits.ts';
import { noFix, type Situation, type Strategy } from '../fix.ts';
import { sinkApi } from '../sink.ts';
import type { Source } from '../source.ts';
import { replaced } from '../statements.ts';
import { compose } from '../text/compose.ts';
import { escaperOf } from './escaper.ts';
import { assignedTo, sitesOf, unsafeContext } from './sites.ts';

/** Values are escaped where they enter the text of a page. */
export const escapedMarkup: Strategy = {
  classes: ['xss'],
  languages: ['javascript', 'python', 'java'],
  fix: (situation) => {
    const { source, finding, project } = situation;
    const texts = textsOf(situation);
    const sites = texts.flatMap((text) => sitesOf(source, text, finding));
    if (sites.length === 0) return undefined;
    const wrong = sites.map(({ before }) => unsafeContext(before)).find((reason) => reason !== undefined);
    if (wrong !== undefined) return noFix(wrong);
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
export const textInsteadOfMarkup: Strategy = {
  classes: ['xss'],
  languages: ['javascript'],
  fix: ({ source, finding, node }) => {
    const api = sinkApi(finding);
    const explanation =
      'The value is shown as text and never read as markup. Markup that it was meant to hold is shown as it is written.';
    const plain = (value: SyntaxNode): boolean => {
      const { pieces } = compose(source, value);
      return pieces.some(({ kind }) => kind === 'code') && !/<\/?\w|&\w+;/.test(source.textOf(value));
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

/** `<p dangerouslySetInnerHTML={{ __html: text }} />` becomes `<p>{text}</p>`. */
function jsxText(source: Source, element: SyntaxNode): Edit[] | undefined {
  const attribute = element.children.find(
    (child) => child.type === 'jsx_attribute' && source.textOf(child).startsWith('dangerouslySetInnerHTML'),
  );
  const name = fieldOf(element, 'name');
  if (!attribute || !name) return undefined;
  const value = /\{\s*\{\s*__html:\s*([\s\S]*?),?\s*\}\s*\}\s*$/.exec(source.textOf(attribute))?.[1];
  if (value === undefined || bare(element).type !== 'jsx_self_closing_element') return undefined;
  const before = source.text.slice(0, attribute.at).match(/\s*$/)?.[0].length ?? 0;
  return [
    { at: attribute.at - before, end: attribute.end, text: '' },
    { at: attribute.end, end: element.end, text: `>{${value}}</${source.textOf(name)}>` },
  ];
}
