import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import {
  both,
  calls,
  containers,
  documented,
  flows,
  members,
  neutral,
  sanitizers,
  sinks,
  types,
} from './rows.ts';

const textOnly =
  'toString trim trimStart trimEnd toLowerCase toUpperCase substring substr padStart padEnd normalize charAt toLocaleString';

/** `text.replace(/…/g, …)`, by the text of the expression. */
function replaced(clears: string[], source: string, replacement?: string): RowInput[] {
  return members('*', 'replace replaceAll').map((api) => ({
    kind: 'sanitizer',
    api,
    input: 'Receiver',
    clears,
    when: [
      { input: 'Argument[0].source', matches: source },
      { input: 'Argument[0].flags', matches: 'g' },
      ...(replacement === undefined ? [] : [{ input: 'Argument[1]', matches: replacement }]),
    ],
  }));
}

/** What is built into the language (ECMA-262). */
export const core = definePack({
  id: 'javascript/core',
  languages: [...both],
  title: "JavaScript's built-in objects",
  provenance: documented,
  rows: [
    ...[
      'assert',
      ...members('assert', 'ok default strict'),
      'assert/strict',
      ...members('assert/strict', 'ok default'),
      'tiny-invariant',
      'invariant',
      'http-assert',
      'http-assert.default',
      'koa.Context.assert',
    ].map((api): RowInput => ({ kind: 'assertion', api })),
    // Code from text.
    ...sinks('code-injection', 'Argument[0]', ['eval', 'globalThis.eval', 'window.eval', 'global.eval']),
    ...sinks('code-injection', 'Argument[*]', ['Function', 'AsyncFunction', 'GeneratorFunction']),
    // Called, it takes values.
    ...types('Function.compiled', ['Function', 'AsyncFunction', 'GeneratorFunction']),
    ...sinks(
      'code-injection',
      'Argument[0]',
      [
        ...members('window', 'setTimeout setInterval'),
        'setTimeout',
        'setInterval',
        'setImmediate',
        'execScript',
      ],
      {
        // One without a delay is often a wrapped one, whose argument is the delay.
        // One with arguments for what it calls is given a function.
        when: [
          { input: 'Argument[1]', absent: false },
          { input: 'Argument[2]', absent: true },
        ],
        what: 'a timer that compiles text',
        confidence: 60,
      },
    ),
    ...sinks('unsafe-reflection', 'Argument[0]', ['require', 'require.resolve'], { what: 'a module name' }),
    ...sinks('regex-injection', 'Argument[0]', ['RegExp']),
    // What is matched by a pattern is matched by no operator.
    ...sanitizers(['nosql-injection', 'mass-assignment'], ['RegExp']),
    ...sinks('regex-injection', 'Argument[0]', members('String', 'match matchAll search'), {
      confidence: 60,
    }),

    // Numbers, truth values and digests hold no text.
    ...neutral([
      'parseInt',
      'parseFloat',
      'Number',
      'BigInt',
      'Boolean',
      'isNaN',
      'isFinite',
      'Date.parse',
      'Date.now',
      'Date',
      'Symbol',
      'Array.isArray',
      'Object.is',
      'Object.isFrozen',
      'Object.hasOwn',
      ...members('Number', 'parseInt parseFloat isInteger isNaN isFinite isSafeInteger'),
      ...members('Math', 'abs ceil floor round trunc max min pow sqrt random sign log'),
      ...members(
        '*',
        'length byteLength indexOf lastIndexOf includes startsWith endsWith charCodeAt codePointAt localeCompare hasOwnProperty isPrototypeOf propertyIsEnumerable valueOf getTime toFixed toPrecision toISOString',
      ),
      ...members('Array', 'length indexOf lastIndexOf includes findIndex findLastIndex'),
      ...members('RegExp', 'test lastIndex'),
      ...members('Map', 'has size delete'),
      ...members('Set', 'has size delete'),
      ...members('WeakMap', 'has'),
    ]),
    ...flows('Argument[0]', 'ReturnValue', ['RegExp.exec']),
    ...flows('Receiver', 'ReturnValue', members('*', 'split match matchAll search')),
    ...flows('Receiver', 'ReturnValue', members('String', 'match matchAll search')),

    // A string in place of an object: operators of a document query cannot be in it.
    ...sanitizers(['nosql-injection', 'mass-assignment'], ['String', 'JSON.stringify']),
    ...sanitizers(['nosql-injection', 'mass-assignment'], members('*', textOnly), 'Receiver'),
    ...sanitizers(
      ['nosql-injection', 'mass-assignment'],
      members('*', 'replace replaceAll'),
      'Receiver|Argument[1]',
    ),
    ...sanitizers(['xss', 'log-injection', 'header-injection'], ['JSON.stringify']),
    // Only numbers are filled in.
    ...sanitizers(['*'], ['util.format'], 'Argument[1..]').map((row) => ({
      ...row,
      when: [{ input: 'Argument[0]', matches: '^(?:[^%]|%[dif%])*$' }],
    })),
    ...sanitizers(
      [
        'xss',
        'path-traversal',
        'open-redirect',
        'ssrf',
        'log-injection',
        'header-injection',
        'nosql-injection',
      ],
      ['encodeURIComponent'],
    ),
    ...sanitizers(['xss', 'log-injection', 'header-injection', 'nosql-injection'], ['encodeURI', 'escape']),
    ...flows('Argument[0]', 'ReturnValue', [
      'decodeURIComponent',
      'decodeURI',
      'unescape',
      'atob',
      'btoa',
      'structuredClone',
      'JSON.parse',
      'Object',
      'Object.freeze',
      'Object.seal',
      'Object.fromEntries',
      'Buffer.from',
    ]),
    // Removing or escaping what matters to the reader of the text, everywhere in it.
    ...replaced(['log-injection', 'header-injection'], '\\\\[nrsv]|\\\\x0[adAD]|\\\\u000[adAD]|^\\[\\^'),
    ...replaced(
      ['xss'],
      '^\\(?(?:[<>&|"\']|\\[[^\\]^][^\\]<&]*[<&][^\\]]*\\]|\\[[<&]\\])+\\)?[+*]?$|^\\[\\^[^<>&]*\\]',
    ),
    ...replaced(
      ['regex-injection', 'redos'],
      '^\\[[^*+?|^\\n]*[*+?^|].*\\]$|^\\(\\[[^*+?|^\\n]*[*+?^|].*\\]\\)$',
    ),
    ...replaced(['path-traversal'], '^\\(?\\[?(?:\\\\/|\\\\\\\\|\\/|\\|)+\\]?\\)?[+*]?$'),
    ...replaced(['nosql-injection'], '\\$'),
    ...replaced(['ldap-injection'], '^\\[(?=.*\\()(?=.*\\))(?=.*\\*).*\\]$'),
    ...replaced(['command-injection'], "^'$", "^'\\\\{1,2}''$|^'\"'\"'$"),
    ...replaced(['sql-injection'], "^'$", "^(?:''|\\\\\\\\')"),
    ...['base64', 'base64url', 'hex'].map(
      (encoding): RowInput => ({
        kind: 'sanitizer',
        api: '*.toString',
        input: 'Receiver',
        clears: ['*'],
        when: [{ input: 'Argument[0]', is: [encoding] }],
      }),
    ),
    // Only listed characters are left.
    ...replaced(['*'], '^\\[\\^(?:[a-zA-Z0-9_-]|\\\\[wd-])+\\][+*]?$|^\\\\[WD][+*]?$'),
    {
      kind: 'sanitizer',
      api: '*.replaceAll',
      input: 'Receiver',
      clears: ['log-injection', 'header-injection'],
      when: [{ input: 'Argument[0]', is: ['\n', '\r'] }],
    },
    {
      kind: 'sanitizer',
      api: '*.replaceAll',
      input: 'Receiver',
      clears: ['xss'],
      when: [{ input: 'Argument[0]', is: ['<'] }],
    },

    // Lists.
    { kind: 'container', api: 'Array', op: 'newList' },
    { kind: 'container', api: 'Array.toString', op: 'join' },
    ...containers('Array', {
      of: 'newList',
      push: 'push',
      unshift: 'prepend',
      pop: 'pop',
      shift: 'shift',
      at: 'get',
      slice: 'slice',
      join: 'join',
      values: 'values',
      entries: 'entries',
      from: 'copy',
      filter: 'filter',
      reverse: 'reorder',
      sort: 'reorder',
      copyWithin: 'reorder',
      splice: 'splice',
      fill: 'fill',
    }),
    ...flows(
      'Receiver.*|Argument[*]|Argument[*].*',
      'ReturnValue.*',
      members('Array', 'toSorted toReversed filter flat concat'),
    ),
    ...flows('Receiver.*', 'ReturnValue', members('Array', 'find findLast')),
    ...types('Array', [
      ...members(
        'Array',
        'reverse sort toSorted toReversed filter flat concat splice fill map flatMap slice from',
      ),
      ...members('Object', 'keys values entries getOwnPropertyNames'),
      'Reflect.ownKeys',
    ]),
    ...['Array', '*'].flatMap((owner) => [
      ...calls(members(owner, 'forEach some every filter find findLast findIndex findLastIndex'), 0, [
        { from: 'Receiver.*' },
        {},
        { from: 'Receiver' },
      ]),
      ...calls(members(owner, 'sort toSorted'), 0, [{ from: 'Receiver.*' }, { from: 'Receiver.*' }]),
      ...calls(
        members(owner, 'map flatMap'),
        0,
        [{ from: 'Receiver.*' }, {}, { from: 'Receiver' }],
        'ReturnValue.*',
      ),
      ...calls(
        members(owner, 'reduce reduceRight'),
        0,
        [{ from: 'Argument[1]' }, { from: 'Receiver.*' }, {}, { from: 'Receiver' }],
        'ReturnValue',
      ).map((row): RowInput => ({ ...row, inTurn: row.api.endsWith('Right') ? 'last' : 'first' })),
    ]),
    ...calls(['Array.from'], 1, [{ from: 'Argument[0].*' }], 'ReturnValue.*'),
    // What they give is what their function returns.
    ...neutral([
      ...members('Array', 'some every forEach map flatMap reduce reduceRight'),
      ...members('*', 'some every forEach map flatMap reduce reduceRight then'),
      'Promise.then',
    ]),
    // These give back the function they were given, in another form.
    ...[
      'util.promisify',
      'es6-promisify.promisify',
      'es6-promisify',
      'pify',
      'bluebird.promisify',
      'bluebird.promisifyAll',
      'thenify',
      'thenify-all',
      'thenify.withCallback',
      'util-promisify',
      'util-promisifyall',
      'promisify-node',
      '@gar/promisify',
      'util.promisify-all',
      '@google-cloud/promisify.promisify',
      '@google-cloud/promisify.promisifyAll',
      'express-async-handler',
      'express-async-wrap',
      'util.callbackify',
    ].map((api): RowInput => ({ kind: 'container', api, op: 'copy' })),
    // A stream that is led into another gives that one.
    { kind: 'container', api: '*.pipe', op: 'given' },
    { kind: 'never', api: 'process.exit' },
    { kind: 'never', api: 'process.abort' },

    // Objects.
    ...containers('Object', {
      keys: 'keys',
      getOwnPropertyNames: 'keys',
      values: 'values',
      entries: 'entries',
      assign: 'putAll',
      create: 'copy',
      defineProperty: 'defineProperty',
    }),
    { kind: 'container', api: 'Reflect.ownKeys', op: 'keys' },
    ...containers('Reflect', {
      apply: 'apply',
      construct: 'apply',
      get: 'getProperty',
      set: 'setProperty',
      defineProperty: 'defineProperty',
    }),

    // Maps and sets.
    { kind: 'container', api: 'Map', op: 'newMap' },
    { kind: 'container', api: 'WeakMap', op: 'newMap' },
    { kind: 'container', api: 'Set', op: 'newList' },
    ...containers('Map', {
      get: 'get',
      set: 'put',
      values: 'values',
      keys: 'keys',
      entries: 'entries',
      clear: 'clear',
    }),
    ...containers('WeakMap', { get: 'get', set: 'put' }),
    ...containers('Set', { add: 'append', values: 'values', clear: 'clear' }),
    ...calls(['Map.forEach', 'Set.forEach'], 0, [{ from: 'Receiver.*' }]),

    // Promises are seen through: what they will be is what they are.
    ...calls(['*.then', 'Promise.then'], 0, [{ from: 'Receiver' }], 'ReturnValue'),
    ...calls(members('*', 'catch finally'), 0, [{}], 'ReturnValue'),
    ...calls(members('Promise', 'catch finally'), 0, [{}], 'ReturnValue'),
    ...flows('Receiver', 'ReturnValue', [
      ...members('*', 'catch finally'),
      ...members('Promise', 'catch finally'),
    ]),
    { kind: 'container', api: 'Promise', op: 'promise' },
    { kind: 'container', api: 'Promise.resolver', op: 'settle' },
    { kind: 'container', api: 'Promise.all', op: 'copy' },
    { kind: 'container', api: 'Promise.resolve', op: 'given' },
    ...flows('Argument[0]', 'ReturnValue', ['Promise.race', 'Promise.any', 'Promise.allSettled']),
  ],
});
