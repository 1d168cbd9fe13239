import { definePack } from '../../pack.ts';
import { decoders, of, sanitizers, types } from './rows.ts';

const esapi = 'org.owasp.esapi.Encoder';
const encode = 'org.owasp.encoder.Encode';

/** OWASP ESAPI and OWASP Java Encoder, and the JDK's own encoder of addresses. */
export const encoders = definePack({
  id: 'java/encoders',
  languages: ['java'],
  title: 'Encoders',
  provenance: 'OWASP ESAPI and OWASP Java Encoder documentation.',
  rows: [
    ...types({
      'org.owasp.esapi.ESAPI.encoder': esapi,
      'org.owasp.esapi.ESAPI.validator': 'org.owasp.esapi.Validator',
      'org.owasp.esapi.reference.DefaultEncoder.getInstance': esapi,
    }),
    ...sanitizers(
      ['xss'],
      of(
        esapi,
        'encodeForHTML encodeForHTMLAttribute encodeForCSS encodeForJavaScript encodeForXML encodeForXMLAttribute encodeForURL',
      ),
    ),
    ...sanitizers(['xss'], of('hudson.Util', 'escape xmlEscape')),
    ...sanitizers(['xss'], of('hudson.Functions', 'htmlAttributeEscape xmlEscape')),
    // What a validator of the program's own patterns lets through.
    ...sanitizers(
      ['trust-boundary', 'log-injection', 'header-injection'],
      of('org.owasp.esapi.Validator', 'getValidInput getValidSafeHTML'),
      'Argument[1]',
    ),
    {
      kind: 'guard',
      api: 'org.owasp.esapi.Validator.isValidInput',
      input: 'Argument[1]',
      clears: ['trust-boundary', 'log-injection', 'header-injection'],
    },
    ...sanitizers(['sql-injection'], [`${esapi}.encodeForSQL`], 'Argument[1]'),
    ...sanitizers(['command-injection'], [`${esapi}.encodeForOS`], 'Argument[1]'),
    ...sanitizers(['xpath-injection'], [`${esapi}.encodeForXPath`]),
    ...sanitizers(
      ['xss', 'log-injection', 'header-injection'],
      of(
        encode,
        'forHtml forHtmlContent forHtmlAttribute forHtmlUnquotedAttribute forCssString forCssUrl forUriComponent forXml forXmlContent forXmlAttribute forCDATA forJava forJavaScript forJavaScriptAttribute forJavaScriptBlock forJavaScriptSource',
      ),
    ),
    ...sanitizers(
      ['xss', 'header-injection', 'log-injection', 'ssrf', 'open-redirect', 'path-traversal'],
      [
        'java.net.URLEncoder.encode',
        'org.springframework.web.util.UriUtils.encode',
        'org.springframework.web.util.UriUtils.encodePathSegment',
      ],
    ),
    // What undoes them.
    ...decoders(
      ['xss', 'path-traversal', 'ssrf', 'open-redirect', 'header-injection', 'log-injection'],
      [
        'java.net.URLDecoder.decode',
        'org.springframework.web.util.UriUtils.decode',
        'org.apache.commons.codec.net.URLCodec.decode',
      ],
    ),
    ...decoders(
      ['xss'],
      [
        'org.springframework.web.util.HtmlUtils.htmlUnescape',
        ...['org.apache.commons.lang', 'org.apache.commons.lang3', 'org.apache.commons.text'].flatMap((lib) =>
          of(`${lib}.StringEscapeUtils`, 'unescapeHtml unescapeHtml3 unescapeHtml4 unescapeXml'),
        ),
        'org.jsoup.parser.Parser.unescapeEntities',
      ],
    ),
  ],
});
