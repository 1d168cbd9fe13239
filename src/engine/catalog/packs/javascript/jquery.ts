import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { beginsFreely, both, documented, members, sinks, types } from './rows.ts';

const jqueryMarkup =
  'html append prepend after before replaceWith wrap wrapAll wrapInner appendTo prependTo insertAfter insertBefore';

const elements: RowInput[] = [
  ...types('jQuery', ['$', 'jQuery', 'jquery', 'window.$', 'window.jQuery', 'cheerio.fakeBrowser']),
  ...types(
    'jQuery',
    members(
      'jQuery',
      'find closest parent children next prev first last eq filter addClass removeClass css attr show hide text html on off append prepend each',
    ),
  ),
  // Text put into an element is text, also when the markup of the element is read.
  {
    kind: 'sanitizer',
    api: 'jQuery.text',
    input: 'Argument[0]',
    clears: ['xss'],
    when: [{ input: 'Argument[0]', absent: false }],
  },
  ...sinks('xss', 'Argument[0]', members('jQuery', jqueryMarkup)),
  // A text that begins like a selector is one.
  ...sinks('xss', 'Argument[0]', ['$', 'jQuery', 'jquery'], {
    when: [{ input: 'Argument[0]', matches: '^\\s*[^\\s<]', prefix: true, not: true, orUnknown: true }],
    confidence: 60,
  }),
  // An address that begins with a scheme of the attacker's may be a script, and so is what an event's attribute holds.
  ...sinks('xss', 'Argument[1]', members('jQuery', 'attr prop'), {
    when: [
      { input: 'Argument[0]', is: ['href', 'action', 'formaction', 'xlink:href'] },
      beginsFreely('Argument[1]'),
    ],
    what: 'an address that may be a script',
    unless: 'web-address',
    confidence: 50,
  }),
  ...sinks('xss', 'Argument[1]', members('jQuery', 'attr prop'), {
    when: [{ input: 'Argument[0]', matches: '^(?:srcdoc|on[a-z]+|innerHTML|outerHTML)$' }],
  }),
  ...['jQuery.attr', 'jQuery.prop'].flatMap((api) =>
    sinks('xss', 'Argument[0].href|Argument[0].action', [api], {
      when: [beginsFreely('Argument[0].href|Argument[0].action')],
      what: 'an address that may be a script',
      unless: 'web-address',
      confidence: 50,
    }),
  ),
  ...sinks('xss', 'Argument[1].href|Argument[1].action', ['$', 'jQuery', 'jquery'], {
    when: [
      { input: 'Argument[0]', matches: '^\\s*<', prefix: true },
      beginsFreely('Argument[1].href|Argument[1].action'),
    ],
    what: 'an address that may be a script',
    unless: 'web-address',
    confidence: 50,
  }),
  ...sinks('xss', 'Argument[1].html', ['$', 'jQuery', 'jquery'], {
    when: [{ input: 'Argument[0]', matches: '^\\s*<', prefix: true }],
  }),
  ...sinks('xss', 'Argument[0]', ['jQuery.parseHTML', '$.parseHTML'], { confidence: 60 }),
  ...sinks('code-injection', 'Argument[0]', ['$.globalEval', 'jQuery.globalEval', 'jquery.globalEval']),
];

/** Selections of D3 are chains of the same kind. */
const d3: RowInput[] = [
  ...types('d3.Selection', [
    ...['d3', 'd3-selection'].flatMap((module) => members(module, 'select selectAll create')),
    ...members(
      'd3.Selection',
      'select selectAll append insert attr style classed property text html data datum enter exit join merge filter order raise lower on call transition',
    ),
  ]),
  ...sinks('xss', 'Argument[0]', ['d3.Selection.html']),
  ...sinks('xss', 'Argument[1]', ['d3.Selection.property'], {
    when: [{ input: 'Argument[0]', is: ['innerHTML'] }],
  }),
];

/** jQuery and D3. */
export const jquery = definePack({
  id: 'javascript/jquery',
  languages: [...both],
  title: 'jQuery and D3',
  provenance: documented,
  rows: [...elements, ...d3],
});
