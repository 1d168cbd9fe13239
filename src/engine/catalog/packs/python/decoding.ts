import { definePack } from '../../pack.ts';
import { decoders, members } from './rows.ts';

/** What turns a text into something else again, and so undoes what made the text safe. */
export const decoding = definePack({
  id: 'python/decoding',
  languages: ['python'],
  title: 'Decoding of texts',
  provenance:
    'Python library documentation: json, ast, html, urllib.parse; PyYAML, bson, orjson documentation',
  rows: [
    // A text is no operator, but a text that is read may hold one.
    ...decoders(
      ['nosql-injection', 'mass-assignment'],
      [
        ...members('json', 'loads load'),
        'json.JSONDecoder.decode',
        ...['simplejson', 'ujson', 'orjson', 'rapidjson', 'hjson', 'demjson3'].flatMap((module) =>
          members(module, 'loads load decode'),
        ),
        'flask.json.loads',
        'django.utils.simplejson.loads',
        'bson.json_util.loads',
        ...members('yaml', 'safe_load load full_load safe_load_all load_all'),
        'ast.literal_eval',
      ],
    ),
    ...decoders(
      ['xss'],
      [
        'html.unescape',
        'html.parser.HTMLParser.unescape',
        'xml.sax.saxutils.unescape',
        'markupsafe.Markup.unescape',
        'tornado.escape.xhtml_unescape',
      ],
    ),
    ...decoders(
      ['xss', 'path-traversal', 'ssrf', 'open-redirect', 'header-injection', 'log-injection'],
      [
        ...members('urllib.parse', 'unquote unquote_plus unquote_to_bytes'),
        ...members('urllib', 'unquote unquote_plus'),
        ...members('six.moves.urllib.parse', 'unquote unquote_plus'),
        ...members('werkzeug.urls', 'url_unquote url_unquote_plus'),
        'tornado.escape.url_unescape',
      ],
    ),
  ],
});
