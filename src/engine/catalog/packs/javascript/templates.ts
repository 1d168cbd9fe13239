import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { both, documented, flows, members, sanitizers, sinks, types } from './rows.ts';

/** Template text from outside runs as code in these engines. */
const engines: readonly string[] = [
  ...members('ejs', 'render compile'),
  ...members('pug', 'render compile compileClient'),
  ...members('jade', 'render compile'),
  ...members('handlebars', 'compile precompile'),
  ...members('nunjucks', 'renderString compile'),
  ...members('nunjucks.Environment', 'renderString'),
  ...members('lodash', 'template'),
  ...members('underscore', 'template'),
  'lodash/template',
  ...members('eta', 'render renderString compile renderAsync'),
  ...members('eta.Eta', 'renderString renderStringAsync compile'),
  ...members('dot', 'template compile'),
  ...members('hogan.js', 'compile'),
  ...members('swig', 'render compile'),
  ...members('swig-templates', 'render compile'),
  ...members('twig', 'twig'),
  ...members('whiskers', 'render'),
  ...members('velocityjs', 'render'),
  ...members('haml', 'compile'),
  ...members('squirrelly', 'render compile'),
  ...members('template7', 'compile'),
  ...members('art-template', 'render compile'),
  ...members('marko', 'load'),
  ...members('liquidjs.Liquid', 'parseAndRender parse'),
  'string-template/compile',
  'vue.compile',
];

const views: RowInput[] = [
  ...types('nunjucks.Environment', members('nunjucks', 'configure Environment')),
  ...sinks('template-injection', 'Argument[0]', engines),
  ...sinks('path-traversal', 'Argument[0]', [
    'ejs.renderFile',
    'pug.renderFile',
    'pug.compileFile',
    'jade.renderFile',
    'nunjucks.render',
    'nunjucks.Environment.render',
    'consolidate.ejs',
  ]),
  ...sinks('template-injection', 'Argument[1]', ['ejs.render', 'ejs.renderFile'], {
    when: [{ input: 'Argument[1]', type: 'express.Body' }],
    what: 'the options of the template engine',
  }),
  // Markup that is taken as it is.
  ...sinks('xss', 'Argument[0]', [
    'handlebars.SafeString',
    'nunjucks.runtime.SafeString',
    'nunjucks.runtime.markSafe',
  ]),
  // The engines escape what is put into a template.
  ...flows('Argument[0]', 'ReturnValue', [...members('ejs', 'render'), ...members('pug', 'render')]),
  ...types('handlebars.Template', members('handlebars', 'compile')),
  ...sanitizers(['xss'], ['handlebars.Template']),
  ...members('mustache', 'render').flatMap((api): RowInput[] => [
    ...flows('Argument[0]', 'ReturnValue', [api]),
    // Three braces, or an ampersand: put in as it is.
    {
      kind: 'sink',
      api,
      input: 'Argument[1]|Argument[1].*',
      vulnClass: 'xss',
      when: [{ input: 'Argument[0]', matches: '\\{\\{[{&]' }],
    },
    ...sinks('template-injection', 'Argument[0]', [api], { confidence: 45 }),
  ]),
];

const escaping: RowInput[] = [
  ...sanitizers(
    ['xss'],
    [
      'escape-html',
      'lodash.escape',
      'lodash.escape.escape',
      'lodash/escape',
      'underscore.escape',
      'validator.escape',
      'validator/lib/escape',
      'he.encode',
      'he.escape',
      'html-entities.encode',
      'entities.encode',
      'entities.encodeHTML',
      'entities.escape',
      'ent.encode',
      'escape-goat.htmlEscape',
      'handlebars.escapeExpression',
      'handlebars.Utils.escapeExpression',
      'ejs.escapeXML',
      'mustache.escape',
      'nunjucks.lib.escape',
      'dompurify.sanitize',
      'isomorphic-dompurify.sanitize',
      'DOMPurify.sanitize',
      'sanitize-html',
      'xss',
      'xss.filterXSS',
      'xss-filters.inHTMLData',
      'xss-filters.inDoubleQuotedAttr',
      'xss-filters.inSingleQuotedAttr',
      'striptags',
      'insane',
      'google-caja.sanitize',
      'serialize-javascript',
      'react-dom/server.renderToString',
      'react-dom/server.renderToStaticMarkup',
    ],
  ),
  // The common names of helpers that a project writes or wraps itself.
  ...sanitizers(
    ['regex-injection', 'redos'],
    [
      'lodash.escapeRegExp',
      'lodash.escaperegexp',
      'escape-string-regexp',
      'escape-regexp',
      'regexp.escape',
      'RegExp.escape',
    ],
  ),
  ...sanitizers(
    ['command-injection'],
    [
      'shell-quote.quote',
      'shell-escape',
      'shescape.quote',
      'shescape.quoteAll',
      'any-shell-escape',
      'shell-quote.escape',
    ],
  ),
  ...sanitizers(
    ['*'],
    [
      'validator.toInt',
      'validator.toFloat',
      'validator.toBoolean',
      'validator.toDate',
      'slugify',
      '@sindresorhus/slugify',
      'lodash.toNumber',
      'lodash.toInteger',
      'lodash.kebabCase',
      'lodash.camelCase',
      'lodash.snakeCase',
      'filenamify',
    ],
  ),
  ...members(
    'validator',
    'isInt isNumeric isFloat isAlphanumeric isAlpha isUUID isMongoId isHexadecimal isBoolean isDecimal isISO8601 isIn isWhitelisted isPort isHash isCreditCard isPostalCode isSlug isDate isIP isMACAddress isSemVer',
  ).map((api): RowInput => ({ kind: 'guard', api, input: 'Argument[0]', clears: ['*'] })),
  {
    kind: 'guard',
    api: 'validator.isEmail',
    input: 'Argument[0]',
    clears: ['ssrf', 'open-redirect', 'path-traversal', 'nosql-injection'],
  },
  { kind: 'guard', api: 'uuid.validate', input: 'Argument[0]', clears: ['*'] },
  { kind: 'guard', api: 'mongoose.isValidObjectId', input: 'Argument[0]', clears: ['*'] },
  { kind: 'guard', api: 'mongoose.Types.ObjectId.isValid', input: 'Argument[0]', clears: ['*'] },
  { kind: 'guard', api: 'mongodb.ObjectId.isValid', input: 'Argument[0]', clears: ['*'] },
  { kind: 'guard', api: 'Number.isInteger', input: 'Argument[0]', clears: ['*'] },
  { kind: 'guard', api: 'Number.isFinite', input: 'Argument[0]', clears: ['*'] },
  { kind: 'guard', api: 'isNaN', input: 'Argument[0]', clears: ['*'], result: false },
  { kind: 'guard', api: 'lodash.isString', input: 'Argument[0]', clears: ['nosql-injection'] },
  { kind: 'guard', api: 'lodash.isNumber', input: 'Argument[0]', clears: ['*'] },
];

/** What a page or an excerpt that imports nothing calls them. */
const globals: RowInput[] = [
  ['_', 'lodash'],
  ['Handlebars', 'handlebars'],
  ['Mustache', 'mustache'],
  ['Hogan', 'hogan.js'],
  ['doT', 'dot'],
  ['CryptoJS', 'crypto-js'],
  ['jwt', 'jsonwebtoken'],
].map(([api, of]): RowInput => ({ kind: 'alias', api: api as string, of: of as string }));

/** Markdown: tags in it are escaped, unless it is told to keep them. */
const markdown: RowInput[] = [
  ...(
    [
      ['Argument[0].html', [true]],
      ['Argument[1].html', [true]],
      ['Argument[0]', ['commonmark']],
    ] as const
  ).map(
    ([input, is]): RowInput => ({
      kind: 'type',
      api: 'markdown-it',
      type: 'markdown-it.RawMarkdown',
      when: [{ input, is: [...is] }],
    }),
  ),
  ...types('markdown-it.Markdown', ['markdown-it']),
  {
    kind: 'become',
    api: 'markdown-it.Markdown.set',
    type: 'markdown-it.RawMarkdown',
    when: [{ input: 'Argument[0].html', is: [true] }],
  },
  ...types('markdown-it.Markdown', members('markdown-it.Markdown', 'use set enable disable configure')),
  ...types('markdown-it.RawMarkdown', members('markdown-it.RawMarkdown', 'use set enable disable configure')),
  ...sanitizers(['xss'], members('markdown-it.Markdown', 'render renderInline')),
];

/** Template engines, and what makes text safe for pages, expressions and shells. */
export const templates = definePack({
  id: 'javascript/templates',
  languages: [...both],
  title: 'Template engines, escaping and validation',
  provenance: documented,
  rows: [...globals, ...views, ...escaping, ...markdown],
});
