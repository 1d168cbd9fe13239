import { definePack } from '../../pack.ts';
import { neutrals, of, sinks, subtypes, types } from './rows.ts';

const what = { what: 'XML that is parsed with its external entities' };
const xpath = { what: 'an XPath expression' };

/** XML: parsers that follow external entities, XPath, XSLT. */
export const xml = definePack({
  id: 'java/xml',
  languages: ['java'],
  title: 'XML',
  provenance:
    'Java API for XML Processing; OWASP XXE cheat sheet; CodeQL models for Java (MIT) as a source of facts.',
  rows: [
    ...types({
      'javax.xml.parsers.DocumentBuilderFactory.newInstance': 'javax.xml.parsers.DocumentBuilderFactory',
      'javax.xml.parsers.DocumentBuilderFactory.newDocumentBuilder': 'javax.xml.parsers.DocumentBuilder',
      'javax.xml.parsers.SAXParserFactory.newInstance': 'javax.xml.parsers.SAXParserFactory',
      'javax.xml.parsers.SAXParserFactory.newSAXParser': 'javax.xml.parsers.SAXParser',
      'javax.xml.parsers.SAXParser.getXMLReader': 'org.xml.sax.XMLReader',
      'org.xml.sax.helpers.XMLReaderFactory.createXMLReader': 'org.xml.sax.XMLReader',
      'javax.xml.stream.XMLInputFactory.newInstance': 'javax.xml.stream.XMLInputFactory',
      'javax.xml.stream.XMLInputFactory.newFactory': 'javax.xml.stream.XMLInputFactory',
      'javax.xml.transform.TransformerFactory.newInstance': 'javax.xml.transform.TransformerFactory',
      'javax.xml.transform.TransformerFactory.newTransformer': 'javax.xml.transform.Transformer',
      'javax.xml.validation.SchemaFactory.newInstance': 'javax.xml.validation.SchemaFactory',
      'javax.xml.validation.SchemaFactory.newSchema': 'javax.xml.validation.Schema',
      'javax.xml.validation.Schema.newValidator': 'javax.xml.validation.Validator',
      'javax.xml.bind.JAXBContext.newInstance': 'javax.xml.bind.JAXBContext',
      'javax.xml.bind.JAXBContext.createUnmarshaller': 'javax.xml.bind.Unmarshaller',
      'javax.xml.xpath.XPathFactory.newInstance': 'javax.xml.xpath.XPathFactory',
      'javax.xml.xpath.XPathFactory.newXPath': 'javax.xml.xpath.XPath',
      'javax.xml.xpath.XPath.compile': 'javax.xml.xpath.XPathExpression',
    }),
    ...subtypes({ 'org.dom4j.io.SAXReader': ['org.dom4j.io.Reader'] }),
    ...sinks(
      'xxe',
      'Argument[0]',
      [
        'javax.xml.parsers.DocumentBuilder.parse',
        'javax.xml.parsers.SAXParser.parse',
        'org.xml.sax.XMLReader.parse',
        ...of('javax.xml.stream.XMLInputFactory', 'createXMLStreamReader createXMLEventReader'),
        'org.dom4j.io.SAXReader.read',
        'org.jdom.input.SAXBuilder.build',
        'org.jdom2.input.SAXBuilder.build',
        'org.apache.commons.digester3.Digester.parse',
        'org.apache.commons.digester.Digester.parse',
        'javax.xml.transform.Transformer.transform',
        'javax.xml.validation.Validator.validate',
        'javax.xml.validation.SchemaFactory.newSchema',
        'nu.xom.Builder.build',
        'org.dom4j.DocumentHelper.parseText',
        'org.rometools.rome.io.SyndFeedInput.build',
      ],
      what,
    ),
    ...sinks(
      'code-injection',
      'Argument[0]',
      of('javax.xml.transform.TransformerFactory', 'newTransformer newTemplates'),
      { what: 'a stylesheet, which may call Java' },
    ),
    ...neutrals([
      'javax.xml.parsers.DocumentBuilderFactory.newDocumentBuilder',
      'javax.xml.parsers.SAXParserFactory.newSAXParser',
    ]),

    ...sinks(
      'xpath-injection',
      'Argument[0]',
      [
        ...of('javax.xml.xpath.XPath', 'evaluate compile evaluateExpression'),
        ...of('org.dom4j.Node', 'selectNodes selectSingleNode createXPath valueOf matches numberValueOf'),
        ...of('org.dom4j.Document', 'selectNodes selectSingleNode createXPath valueOf matches'),
        ...of('org.dom4j.Element', 'selectNodes selectSingleNode createXPath valueOf matches'),
        'org.dom4j.DocumentHelper.createXPath',
        ...of('org.jdom2.xpath.XPathFactory', 'compile'),
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
    ...neutrals(['javax.xml.xpath.XPath.evaluate', 'javax.xml.xpath.XPath.compile']),
  ],
});
