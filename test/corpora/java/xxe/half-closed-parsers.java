package shipping.edi;

import java.io.InputStream;
import java.io.StringReader;
import javax.servlet.http.HttpServletRequest;
import javax.xml.XMLConstants;
import javax.xml.bind.JAXBContext;
import javax.xml.bind.Unmarshaller;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLInputFactory;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import com.ctc.wstx.stax.WstxInputFactory;
import org.dom4j.io.SAXReader;
import org.simpleframework.xml.core.Persister;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.xml.sax.InputSource;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.XMLReaderFactory;

/** Orders of partners come as XML; each format has its own parser. */
@RestController
class EdiController {
  private static final String GENERAL = "http://xml.org/sax/features/external-general-entities";
  private static final String PARAMETERS = "http://xml.org/sax/features/external-parameter-entities";

  @PostMapping("/edi/order")
  void order(HttpServletRequest request) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature(PARAMETERS, false);
    factory.newDocumentBuilder().parse(request.getInputStream()); // expect: xxe
  }

  @PostMapping("/edi/order/2")
  void orderOfVersion2(HttpServletRequest request) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature(GENERAL, false);
    factory.newDocumentBuilder().parse(request.getInputStream()); // expect: xxe
  }

  @PostMapping("/edi/order/3")
  void orderOfVersion3(HttpServletRequest request) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature(GENERAL, false);
    factory.setFeature(PARAMETERS, false);
    factory.newDocumentBuilder().parse(request.getInputStream()); // ok: xxe
  }

  @PostMapping("/edi/invoice")
  void invoice(HttpServletRequest request) throws Exception {
    SAXReader reader = new SAXReader();
    reader.setFeature(PARAMETERS, false);
    reader.setFeature(GENERAL, false);
    reader.read(request.getInputStream()); // ok: xxe
    SAXReader other = new SAXReader();
    other.setFeature(GENERAL, false);
    other.read(request.getInputStream()); // expect: xxe
  }

  @PostMapping("/edi/offline")
  void withoutNetwork(HttpServletRequest request) throws Exception {
    DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    builder.setEntityResolver((publicId, systemId) -> new InputSource(new StringReader("")));
    builder.parse(request.getInputStream()); // ok: xxe
    SAXReader reader = new SAXReader();
    reader.setEntityResolver((publicId, systemId) -> new InputSource(new StringReader("")));
    reader.read(request.getInputStream()); // ok: xxe
  }

  /** Whether stylesheets may be fetched says nothing of the document. */
  @PostMapping("/edi/pretty")
  void pretty(HttpServletRequest request) throws Exception {
    TransformerFactory factory = TransformerFactory.newInstance();
    factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_STYLESHEET, "");
    factory.newTransformer().transform(new StreamSource(request.getInputStream()), new StreamResult(System.out)); // expect: xxe
    TransformerFactory closed = TransformerFactory.newInstance();
    closed.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    closed.newTransformer().transform(new StreamSource(request.getInputStream()), new StreamResult(System.out)); // ok: xxe
  }

  /** A source that brings its own reader is as safe as that reader. */
  @PostMapping("/edi/manifest")
  void manifest(HttpServletRequest request) throws Exception {
    Transformer transformer = TransformerFactory.newInstance().newTransformer();
    XMLReader reader = SAXParserFactory.newInstance().newSAXParser().getXMLReader();
    reader.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    SAXSource safe = new SAXSource(reader, new InputSource(request.getInputStream()));
    transformer.transform(safe, new StreamResult(System.out)); // ok: xxe
    SAXSource bare = new SAXSource(new InputSource(request.getInputStream()));
    bare.setXMLReader(reader);
    transformer.transform(bare, new StreamResult(System.out)); // ok: xxe
    SAXSource open = new SAXSource(new InputSource(request.getInputStream()));
    transformer.transform(open, new StreamResult(System.out)); // expect: xxe
  }

  @PostMapping("/edi/jaxb")
  Object bound(HttpServletRequest request) throws Exception {
    Unmarshaller unmarshaller = JAXBContext.newInstance(Object.class).createUnmarshaller();
    unmarshaller.unmarshal(request.getInputStream()); // ok: xxe
    XMLReader reader = XMLReaderFactory.createXMLReader();
    return unmarshaller.unmarshal(new SAXSource(reader, new InputSource(request.getInputStream()))); // expect: xxe
  }

  @PostMapping("/edi/lookup")
  Object total(HttpServletRequest request) throws Exception {
    XPath path = XPathFactory.newInstance().newXPath();
    path.compile("/order/total").evaluate(new InputSource(request.getInputStream()), XPathConstants.NUMBER); // expect: xxe
    return path.evaluate("/order/total", new InputSource(request.getInputStream())); // expect: xxe
  }

  @PostMapping("/edi/stream")
  void streamed(HttpServletRequest request) throws Exception {
    WstxInputFactory factory = new WstxInputFactory();
    factory.createXMLStreamReader(request.getInputStream()); // expect: xxe
    XMLInputFactory resolving = XMLInputFactory.newInstance();
    resolving.setXMLResolver((publicId, systemId, base, namespace) -> InputStream.nullInputStream());
    resolving.createXMLStreamReader(request.getInputStream()); // ok: xxe
  }

  @PostMapping("/edi/simple")
  Object simple(HttpServletRequest request) throws Exception {
    return new Persister().read(Object.class, request.getInputStream()); // expect: xxe
  }
}
