import { definePack } from '../../pack.ts';
import { neutrals, of, sinks, subtypes, types } from './rows.ts';

const what = { what: 'an XPath expression' };
const stylesheet = { what: 'a stylesheet, which may call Java' };
const transform = 'javax.xml.transform.';
const saxon = 'net.sf.saxon.s9api.';

const dom4jNodes = ['Node', 'Document', 'Element', 'Branch', 'Attribute', 'Namespace'].map(
  (name) => `org.dom4j.${name}`,
);

/** What documents are asked with, and what turns them into others: XPath, XSLT, XQuery. */
export const xmlQueries = definePack({
  id: 'java/xml-queries',
  languages: ['java'],
  title: 'XPath and XSLT',
  provenance:
    'Java API for XML Processing; documentation of dom4j, JDOM, Jaxen, JXPath and Saxon; CodeQL models for Java (MIT) as a source of facts.',
  rows: [
    ...types({
      'javax.xml.xpath.XPathFactory.newInstance': 'javax.xml.xpath.XPathFactory',
      'javax.xml.xpath.XPathFactory.newXPath': 'javax.xml.xpath.XPath',
      'javax.xml.xpath.XPath.compile': 'javax.xml.xpath.XPathExpression',
      'org.jdom2.xpath.XPathFactory.instance': 'org.jdom2.xpath.XPathFactory',
      'org.apache.commons.jxpath.JXPathContext.newContext': 'org.apache.commons.jxpath.JXPathContext',
      'org.dom4j.DocumentFactory.getInstance': 'org.dom4j.DocumentFactory',
      'org.dom4j.DocumentHelper.parseText': 'org.dom4j.Document',
      'org.dom4j.io.SAXReader.read': 'org.dom4j.Document',
      'org.dom4j.Document.getRootElement': 'org.dom4j.Element',
      [`${saxon}Processor.newXsltCompiler`]: `${saxon}XsltCompiler`,
      [`${saxon}Processor.newXPathCompiler`]: `${saxon}XPathCompiler`,
      [`${saxon}Processor.newXQueryCompiler`]: `${saxon}XQueryCompiler`,
    }),
    ...subtypes({
      'org.dom4j.util.ProxyDocumentFactory': ['org.dom4j.DocumentFactory'],
      ...Object.fromEntries(
        dom4jNodes.filter((type) => type !== 'org.dom4j.Node').map((type) => [type, ['org.dom4j.Node']]),
      ),
      ...Object.fromEntries(
        ['AbstractNode', 'DefaultDocument', 'DefaultElement', 'DefaultNamespace'].map((name) => [
          `org.dom4j.tree.${name}`,
          ['org.dom4j.Node'],
        ]),
      ),
    }),
    ...sinks(
      'xpath-injection',
      'Argument[0]',
      [
        ...of('javax.xml.xpath.XPath', 'evaluate compile evaluateExpression'),
        ...of(
          'org.dom4j.Node',
          'selectNodes selectObject selectSingleNode createXPath createXPathFilter createPattern valueOf numberValueOf matches',
        ),
        ...of('org.dom4j.DocumentFactory', 'createXPath createXPathFilter createPattern'),
        ...of('org.dom4j.DocumentHelper', 'createXPath createXPathFilter createPattern selectNodes'),
        'org.dom4j.xpath.DefaultXPath',
        'org.dom4j.xpath.XPathPattern',
        'org.jdom2.xpath.XPathFactory.compile',
        ...of('org.jdom.xpath.XPath', 'newInstance selectNodes selectSingleNode'),
        ...of(
          'org.apache.commons.jxpath.JXPathContext',
          'getValue selectNodes selectSingleNode iterate iteratePointers getPointer createPath compile removePath removeAll setValue',
        ),
        ...of(`${saxon}XPathCompiler`, 'compile evaluate evaluateSingle'),
        ...of('org.jaxen.dom', 'DOMXPath'),
        ...of('org.jaxen', 'BaseXPath XPath'),
        ...of('org.jaxen.dom4j', 'Dom4jXPath'),
        ...of('org.jaxen.jdom', 'JDOMXPath'),
        'nu.xom.Node.query',
      ],
      what,
    ),
    // XQuery, through its own interface.
    ...types({
      'javax.xml.xquery.XQDataSource.getConnection': 'javax.xml.xquery.XQConnection',
      'javax.xml.xquery.XQConnection.createExpression': 'javax.xml.xquery.XQExpression',
      'javax.xml.xquery.XQConnection.prepareExpression': 'javax.xml.xquery.XQPreparedExpression',
    }),
    ...sinks(
      'xpath-injection',
      'Argument[0]',
      [
        'javax.xml.xquery.XQConnection.prepareExpression',
        ...of('javax.xml.xquery.XQExpression', 'executeQuery executeCommand'),
      ],
      { what: 'a query of XML documents' },
    ),
    ...neutrals(['javax.xml.xquery.XQConnection.prepareExpression']),
    // The second expression says how the nodes are ordered.
    ...sinks(
      'xpath-injection',
      'Argument[1]',
      [
        'org.dom4j.Node.selectNodes',
        'org.dom4j.DocumentHelper.sort',
        ...of('org.apache.xpath.XPathAPI', 'selectNodeList selectSingleNode selectNodeIterator eval'),
        ...of('org.apache.xpath.CachedXPathAPI', 'selectNodeList selectSingleNode selectNodeIterator eval'),
      ],
      what,
    ),
    ...neutrals([
      'javax.xml.xpath.XPath.evaluate',
      'javax.xml.xpath.XPath.compile',
      'javax.xml.xpath.XPathExpression.evaluate',
    ]),
    ...sinks(
      'code-injection',
      'Argument[0]',
      ['TransformerFactory', 'TransformerFactory.sealed'].flatMap((type) =>
        of(transform + type, 'newTransformer newTemplates newXMLFilter newTransformerHandler'),
      ),
      stylesheet,
    ),
    ...sinks(
      'code-injection',
      'Argument[0]',
      of(`${saxon}XsltCompiler`, 'compile compilePackage loadExecutablePackage loadLibraryPackage'),
      stylesheet,
    ),
    ...sinks('code-injection', 'Argument[0]', of(`${saxon}XQueryCompiler`, 'compile'), {
      what: 'a query, which may call Java',
    }),
  ],
});
