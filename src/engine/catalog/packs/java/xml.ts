import { definePack } from '../../pack.ts';
import type { Condition, RowInput } from '../../schema.ts';
import { neutrals, of, sinks, types } from './rows.ts';

const what = { what: 'XML that is parsed with its external entities' };
const xpath = { what: 'an XPath expression' };

const parsers = 'javax.xml.parsers.';
const transform = 'javax.xml.transform.';
const stax = 'javax.xml.stream.XMLInputFactory';

/** After any of these settings a parser does not follow external entities any more. */
const hardening = (
  api: string,
  setters: string,
  type: string,
  settings: readonly Condition[][],
): RowInput[] =>
  of(api, setters).flatMap((setter) =>
    settings.map((when): RowInput => ({ kind: 'become', api: setter, type, when })),
  );

const setting = (name: string, values: readonly (string | boolean)[]): Condition[] => [
  { input: 'Argument[0]', matches: name },
  { input: 'Argument[1]', is: [...values] },
];
const noDoctype = setting('disallow-doctype-decl$', [true]);
const noEntities = setting('external-(?:general|parameter)-entities$', [false]);
const noAccess = setting('accessExternal(?:DTD|Stylesheet|Schema)$', ['']);
const secure = setting('secure-processing$', [true]);
const opened = setting('(?:external-(?:general|parameter)-entities|isSupportingExternalEntities)$', [
  true,
  'true',
]);
const doctypes = setting('disallow-doctype-decl$', [false]);
const noDtd = setting('(?:supportDTD|isSupportingExternalEntities|accessExternalDTD)$', [false, '']);

/** XML: parsers that follow external entities, XPath, XSLT. */
export const xml = definePack({
  id: 'java/xml',
  languages: ['java'],
  title: 'XML',
  provenance:
    'Java API for XML Processing; OWASP XXE cheat sheet; CodeQL models for Java (MIT) as a source of facts.',
  rows: [
    ...types({
      [`${parsers}DocumentBuilderFactory.newInstance`]: `${parsers}DocumentBuilderFactory`,
      [`${parsers}DocumentBuilderFactory.newDocumentBuilder`]: `${parsers}DocumentBuilder`,
      [`${parsers}DocumentBuilderFactory.closed.newDocumentBuilder`]: `${parsers}DocumentBuilder.closed`,
      [`${parsers}SAXParserFactory.newInstance`]: `${parsers}SAXParserFactory`,
      [`${parsers}SAXParserFactory.newSAXParser`]: `${parsers}SAXParser`,
      [`${parsers}SAXParserFactory.closed.newSAXParser`]: `${parsers}SAXParser.closed`,
      [`${parsers}SAXParser.getXMLReader`]: 'org.xml.sax.XMLReader',
      [`${parsers}SAXParser.closed.getXMLReader`]: 'org.xml.sax.XMLReader.closed',
      'org.xml.sax.helpers.XMLReaderFactory.createXMLReader': 'org.xml.sax.XMLReader',
      [`${stax}.newInstance`]: stax,
      [`${stax}.newFactory`]: stax,
      [`${transform}TransformerFactory.newInstance`]: `${transform}TransformerFactory`,
      [`${transform}TransformerFactory.newTransformer`]: `${transform}Transformer`,
      [`${transform}TransformerFactory.closed.newTransformer`]: `${transform}Transformer.closed`,
      'javax.xml.validation.SchemaFactory.newInstance': 'javax.xml.validation.SchemaFactory',
      'javax.xml.validation.SchemaFactory.newSchema': 'javax.xml.validation.Schema',
      'javax.xml.validation.Schema.newValidator': 'javax.xml.validation.Validator',
      'javax.xml.xpath.XPathFactory.newInstance': 'javax.xml.xpath.XPathFactory',
      'javax.xml.xpath.XPathFactory.newXPath': 'javax.xml.xpath.XPath',
      'javax.xml.xpath.XPath.compile': 'javax.xml.xpath.XPathExpression',
    }),
    ...[
      ...of(`${parsers}DocumentBuilderFactory`, 'setFeature setAttribute'),
      ...of(`${parsers}SAXParserFactory`, 'setFeature'),
      ...of('org.xml.sax.XMLReader', 'setFeature'),
      ...of(stax, 'setProperty'),
    ].flatMap((api) =>
      [opened, doctypes].map(
        (when): RowInput => ({
          kind: 'misuse',
          api,
          vulnClass: 'xxe',
          when,
          message:
            'Documents may name external entities from here on: files of the server, and addresses that it can reach. Disallow DOCTYPE declarations.',
        }),
      ),
    ),
    ...hardening(
      `${parsers}DocumentBuilderFactory`,
      'setFeature setAttribute',
      `${parsers}DocumentBuilderFactory.closed`,
      [noDoctype, noEntities, noAccess],
    ),
    ...hardening(`${parsers}SAXParserFactory`, 'setFeature', `${parsers}SAXParserFactory.closed`, [
      noDoctype,
      noEntities,
    ]),
    ...hardening(`${parsers}SAXParser`, 'setProperty', `${parsers}SAXParser.closed`, [noAccess]),
    ...hardening('org.xml.sax.XMLReader', 'setFeature setProperty', 'org.xml.sax.XMLReader.closed', [
      noDoctype,
      noEntities,
      noAccess,
    ]),
    ...hardening(stax, 'setProperty', `${stax}.closed`, [noDtd]),
    ...hardening(
      `${transform}TransformerFactory`,
      'setAttribute setFeature',
      `${transform}TransformerFactory.closed`,
      [noAccess, secure],
    ),
    ...hardening(
      'javax.xml.validation.SchemaFactory',
      'setProperty setFeature',
      'javax.xml.validation.SchemaFactory.closed',
      [noAccess, secure],
    ),
    ...hardening(
      'javax.xml.validation.Validator',
      'setProperty setFeature',
      'javax.xml.validation.Validator.closed',
      [noAccess, secure],
    ),
    ...[
      'org.dom4j.io.SAXReader',
      'org.jdom.input.SAXBuilder',
      'org.jdom2.input.SAXBuilder',
      'org.apache.commons.digester3.Digester',
      'org.apache.commons.digester.Digester',
    ].flatMap((api) => hardening(api, 'setFeature', `${api}.closed`, [noDoctype, noEntities])),
    ...['org.jdom.input.SAXBuilder', 'org.jdom2.input.SAXBuilder'].map(
      (api): RowInput => ({
        kind: 'become',
        api: `${api}.setExpandEntities`,
        type: `${api}.closed`,
        when: [{ input: 'Argument[0]', is: [false] }],
      }),
    ),
    ...(
      [
        [
          'javax.xml.XMLConstants.ACCESS_EXTERNAL_DTD',
          'http://javax.xml.XMLConstants/property/accessExternalDTD',
        ],
        [
          'javax.xml.XMLConstants.ACCESS_EXTERNAL_SCHEMA',
          'http://javax.xml.XMLConstants/property/accessExternalSchema',
        ],
        [
          'javax.xml.XMLConstants.ACCESS_EXTERNAL_STYLESHEET',
          'http://javax.xml.XMLConstants/property/accessExternalStylesheet',
        ],
        [
          'javax.xml.XMLConstants.FEATURE_SECURE_PROCESSING',
          'http://javax.xml.XMLConstants/feature/secure-processing',
        ],
        [`${stax}.SUPPORT_DTD`, 'javax.xml.stream.supportDTD'],
        [`${stax}.IS_SUPPORTING_EXTERNAL_ENTITIES`, 'javax.xml.stream.isSupportingExternalEntities'],
        ['java.lang.Boolean.TRUE', true],
        ['java.lang.Boolean.FALSE', false],
      ] as const
    ).map(([api, value]): RowInput => ({ kind: 'constant', api, value })),

    ...sinks(
      'xxe',
      'Argument[0]',
      [
        `${parsers}DocumentBuilder.parse`,
        `${parsers}SAXParser.parse`,
        'org.xml.sax.XMLReader.parse',
        ...of(stax, 'createXMLStreamReader createXMLEventReader'),
        'org.dom4j.io.SAXReader.read',
        'org.dom4j.DocumentHelper.parseText',
        'org.jdom.input.SAXBuilder.build',
        'org.jdom2.input.SAXBuilder.build',
        'org.apache.commons.digester3.Digester.parse',
        'org.apache.commons.digester.Digester.parse',
        'javax.xml.validation.Validator.validate',
        'javax.xml.validation.SchemaFactory.newSchema',
        'nu.xom.Builder.build',
        'com.sun.org.apache.xerces.internal.parsers.DOMParser.parse',
        'org.apache.xerces.parsers.DOMParser.parse',
      ],
      what,
    ),
    ...['stream.StreamSource', 'sax.SAXSource'].flatMap((source) =>
      sinks('xxe', 'Argument[0]', [`${transform}Transformer.transform`], {
        ...what,
        when: [{ input: 'Argument[0]', type: transform + source }],
      }),
    ),
    ...types({
      [`${transform}stream.StreamSource`]: `${transform}stream.StreamSource`,
      [`${transform}sax.SAXSource`]: `${transform}sax.SAXSource`,
    }),
    ...sinks(
      'code-injection',
      'Argument[0]',
      of(`${transform}TransformerFactory`, 'newTransformer newTemplates'),
      {
        what: 'a stylesheet, which may call Java',
      },
    ),
    ...neutrals([
      `${parsers}DocumentBuilderFactory.newDocumentBuilder`,
      `${parsers}SAXParserFactory.newSAXParser`,
      'javax.xml.validation.Validator.validate',
    ]),

    ...sinks(
      'xpath-injection',
      'Argument[0]',
      [
        ...of('javax.xml.xpath.XPath', 'evaluate compile evaluateExpression'),
        ...['Node', 'Document', 'Element'].flatMap((type) =>
          of(`org.dom4j.${type}`, 'selectNodes selectSingleNode createXPath valueOf matches'),
        ),
        'org.dom4j.DocumentHelper.createXPath',
        'org.jdom2.xpath.XPathFactory.compile',
        ...of('org.jdom.xpath.XPath', 'newInstance selectNodes selectSingleNode'),
        ...of(
          'org.apache.commons.jxpath.JXPathContext',
          'getValue selectNodes selectSingleNode iterate getPointer createPath',
        ),
        ...of('net.sf.saxon.s9api.XPathCompiler', 'compile evaluate'),
        'org.jaxen.dom.DOMXPath',
      ],
      xpath,
    ),
    ...sinks(
      'xpath-injection',
      'Argument[1]',
      of('org.apache.xpath.XPathAPI', 'selectNodeList selectSingleNode selectNodeIterator eval'),
      xpath,
    ),
    ...types(
      Object.fromEntries(
        ['Document', 'Element'].flatMap((type) =>
          of(`org.w3c.dom.${type}`, 'getElementsByTagName getElementsByTagNameNS getChildNodes').map(
            (api) => [api, 'org.w3c.dom.NodeList'],
          ),
        ),
      ),
    ),
    ...neutrals([
      'org.w3c.dom.NodeList.getLength',
      'javax.xml.xpath.XPath.evaluate',
      'javax.xml.xpath.XPath.compile',
      'javax.xml.xpath.XPathExpression.evaluate',
    ]),
  ],
});
