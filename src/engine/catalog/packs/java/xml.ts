import { definePack } from '../../pack.ts';
import type { Condition, RowInput } from '../../schema.ts';
import { neutrals, of, sinks, subtypes, types } from './rows.ts';

const what = { what: 'XML that is parsed with its external entities' };

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

/** Entities of documents and those of DTDs are switched off one by one; either alone leaves the other way open. */
const halves = (api: string, setters: string): RowInput[] =>
  (
    [
      ['withoutGeneral', noGeneralEntities, noParameterEntities],
      ['withoutParameters', noParameterEntities, noGeneralEntities],
    ] as const
  ).flatMap(([half, first, second]): RowInput[] => [
    ...hardening(api, setters, `${api}.${half}`, [first]),
    ...hardening(`${api}.${half}`, setters, `${api}.closed`, [second]),
    { kind: 'subtype', api: `${api}.${half}`, of: [api] },
  ]);

/** Who resolves entities decides what is read. */
const resolving = (api: string, setters: string): RowInput[] =>
  hardening(api, setters, `${api}.closed`, [
    [{ input: 'Argument[0]', is: [null], not: true, orUnknown: true }],
  ]);

const setting = (name: string, values: readonly (string | boolean)[]): Condition[] => [
  { input: 'Argument[0]', matches: name },
  { input: 'Argument[1]', is: [...values] },
];
const noDoctype = setting('disallow-doctype-decl$', [true]);
const noGeneralEntities = setting('external-general-entities$', [false]);
const noParameterEntities = setting('external-parameter-entities$', [false]);
const noAccess = setting('accessExternalDTD$', ['']);
const secure = setting('secure-processing$', [true]);
const opened = setting('(?:external-(?:general|parameter)-entities|isSupportingExternalEntities)$', [
  true,
  'true',
]);
const doctypes = setting('disallow-doctype-decl$', [false]);
const noDtd = setting('(?:supportDTD|isSupportingExternalEntities|accessExternalDTD)$', [false, '']);

/** XML: parsers that follow external entities. */
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
      [`${transform}sax.SAXTransformerFactory.newInstance`]: `${transform}TransformerFactory`,
      [`${transform}TransformerFactory.sealed.newTransformer`]: `${transform}Transformer.closed`,
      [`${transform}TransformerFactory.closed.newTransformer`]: `${transform}Transformer.closed`,
      'javax.xml.validation.SchemaFactory.newInstance': 'javax.xml.validation.SchemaFactory',
      'javax.xml.validation.SchemaFactory.newSchema': 'javax.xml.validation.Schema',
      'javax.xml.validation.Schema.newValidator': 'javax.xml.validation.Validator',
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
      [noDoctype, noAccess],
    ),
    ...halves(`${parsers}DocumentBuilderFactory`, 'setFeature setAttribute'),
    ...resolving(`${parsers}DocumentBuilder`, 'setEntityResolver'),
    ...hardening(`${parsers}SAXParserFactory`, 'setFeature', `${parsers}SAXParserFactory.closed`, [
      noDoctype,
    ]),
    ...halves(`${parsers}SAXParserFactory`, 'setFeature'),
    ...hardening(`${parsers}SAXParser`, 'setProperty', `${parsers}SAXParser.closed`, [noAccess]),
    ...hardening('org.xml.sax.XMLReader', 'setFeature setProperty', 'org.xml.sax.XMLReader.closed', [
      noDoctype,
      noAccess,
    ]),
    ...halves('org.xml.sax.XMLReader', 'setFeature'),
    ...resolving('org.xml.sax.XMLReader', 'setEntityResolver'),
    ...resolving(stax, 'setXMLResolver'),
    ...hardening(stax, 'setProperty', `${stax}.closed`, [noDtd]),
    ...hardening(
      `${transform}TransformerFactory`,
      'setAttribute setFeature',
      `${transform}TransformerFactory.sealed`,
      [noAccess],
    ),
    ...['TransformerFactory', 'TransformerFactory.sealed'].flatMap((name) =>
      hardening(transform + name, 'setAttribute setFeature', `${transform}TransformerFactory.closed`, [
        secure,
      ]),
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
    ].flatMap((api) => [
      ...hardening(api, 'setFeature', `${api}.closed`, [noDoctype]),
      ...halves(api, 'setFeature'),
      ...resolving(api, 'setEntityResolver'),
    ]),
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
        'org.xml.sax.XMLFilter.parse',
        ...of('org.simpleframework.xml.stream.NodeBuilder', 'read'),
        ...of('org.simpleframework.xml.stream.Provider', 'provide'),
        ...of('org.simpleframework.xml.stream.Formatter', 'format'),
        ...of('org.apache.xmlbeans.XmlObject.Factory', 'parse'),
        'org.apache.commons.configuration2.XMLConfiguration.read',
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
    // The second argument is read, whatever class it is read into.
    ...sinks(
      'xxe',
      'Argument[1]',
      [
        ...of('org.simpleframework.xml.core.Persister', 'read validate'),
        ...of('org.simpleframework.xml.Serializer', 'read validate'),
      ],
      what,
    ),
    // XPath parses a document that it is given as text, with a parser that nobody set up.
    ...sinks('xxe', 'Argument[0]', ['javax.xml.xpath.XPathExpression.evaluate'], {
      ...what,
      when: [{ input: 'Argument[0]', type: 'org.xml.sax.InputSource' }],
    }),
    ...sinks('xxe', 'Argument[1]', of('javax.xml.xpath.XPath', 'evaluate evaluateExpression'), {
      ...what,
      when: [{ input: 'Argument[1]', type: 'org.xml.sax.InputSource' }],
    }),
    // JAXB's own parser is closed; one that comes with the document is as it was set up.
    ...['javax.xml.bind.Unmarshaller.unmarshal', 'org.springframework.oxm.Unmarshaller.unmarshal'].map(
      (api): RowInput => ({
        kind: 'sink',
        api,
        input: 'Argument[0]',
        vulnClass: 'xxe',
        ...what,
        when: [{ input: 'Argument[0]', type: `${transform}sax.SAXSource.reading` }],
      }),
    ),
    { kind: 'alias', api: 'jakarta.xml.bind', of: 'javax.xml.bind' },
    ...subtypes({
      [`${transform}sax.SAXTransformerFactory`]: [`${transform}TransformerFactory`],
      [`${transform}sax.SAXSource.reading`]: [`${transform}sax.SAXSource`],
      'com.ctc.wstx.stax.WstxInputFactory': [stax],
      'com.fasterxml.aalto.stax.InputFactoryImpl': [stax],
      'org.codehaus.stax2.XMLInputFactory2': [stax],
      'org.xml.sax.XMLFilter': ['org.xml.sax.XMLReader'],
      ...Object.fromEntries(
        ['TreeStrategy', 'DocumentProvider', 'StreamProvider', 'PullProvider'].map((name) => [
          `org.simpleframework.xml.stream.${name}`,
          ['org.simpleframework.xml.stream.Provider'],
        ]),
      ),
    }),
    ...types({
      'javax.xml.bind.JAXBContext.newInstance': 'javax.xml.bind.JAXBContext',
      'javax.xml.bind.JAXBContext.createUnmarshaller': 'javax.xml.bind.Unmarshaller',
      [`${transform}stream.StreamSource`]: `${transform}stream.StreamSource`,
      ...Object.fromEntries(
        ['org.dom4j.io.SAXReader', 'org.jdom2.input.SAXBuilder'].flatMap((api) => [
          [`${api}.getXMLReader`, 'org.xml.sax.XMLReader'],
          [`${api}.closed.getXMLReader`, 'org.xml.sax.XMLReader.closed'],
        ]),
      ),
    }),
    // A source that brings its parser is as safe as that.
    ...(
      [
        ['org.xml.sax.XMLReader', 'reading'],
        ['org.xml.sax.XMLReader.closed', 'closed'],
      ] as const
    ).flatMap(([type, state]): RowInput[] => {
      const when: Condition[] = [{ input: 'Argument[0]', type }];
      const source = `${transform}sax.SAXSource`;
      return [
        { kind: 'type', api: source, type: `${source}.${state}`, when },
        { kind: 'become', api: `${source}.setXMLReader`, type: `${source}.${state}`, when },
      ];
    }),
    ...types({ [`${transform}sax.SAXSource`]: `${transform}sax.SAXSource` }),
    ...neutrals([
      `${parsers}DocumentBuilderFactory.newDocumentBuilder`,
      `${parsers}SAXParserFactory.newSAXParser`,
      'javax.xml.validation.Validator.validate',
    ]),

    ...types(
      Object.fromEntries(
        ['Document', 'Element'].flatMap((type) =>
          of(`org.w3c.dom.${type}`, 'getElementsByTagName getElementsByTagNameNS getChildNodes').map(
            (api) => [api, 'org.w3c.dom.NodeList'],
          ),
        ),
      ),
    ),
    ...neutrals(['org.w3c.dom.NodeList.getLength']),
  ],
});
