import { definePack } from '../../pack.ts';
import { both, decoders, documented, members } from './rows.ts';

/** What turns a text into something else again, and so undoes what made the text safe. */
export const decoding = definePack({
  id: 'javascript/decoding',
  languages: [...both],
  title: 'Decoding of texts',
  provenance: documented,
  rows: [
    // A text is no operator, but a text that is read may hold one.
    ...decoders(
      ['nosql-injection', 'mass-assignment'],
      [
        'JSON.parse',
        'json5.parse',
        'qs.parse',
        'bson.EJSON.parse',
        'js-yaml.load',
        'yaml.parse',
        'superjson.parse',
      ],
    ),
    ...decoders(
      ['xss'],
      [
        ...members('he', 'decode unescape'),
        ...members('html-entities', 'decode'),
        ...members('entities', 'decode decodeHTML decodeHTMLStrict decodeXML'),
        'lodash.unescape',
        'underscore.unescape',
        'validator.unescape',
      ],
    ),
    ...decoders(
      ['xss', 'path-traversal', 'ssrf', 'open-redirect', 'header-injection', 'log-injection'],
      ['decodeURIComponent', 'decodeURI', 'unescape', 'querystring.unescape'],
    ),
  ],
});
