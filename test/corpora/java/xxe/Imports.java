package com.acme.xml;

import java.io.InputStream;
import java.io.StringReader;
import javax.xml.XMLConstants;
import javax.xml.bind.JAXBContext;
import javax.xml.bind.Unmarshaller;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.dom4j.io.SAXReader;
import org.jdom2.input.SAXBuilder;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.DefaultHandler;

@RestController
public class XmlImports {
  private static DocumentBuilderFactory hardened() throws ParserConfigurationException {
    DocumentBuilderFactory f = DocumentBuilderFactory.newInstance();
    f.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    return f;
  }

  @PostMapping("/dom")
  void dom(@RequestBody String xml) throws Exception {
    DocumentBuilder b = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    b.parse(new InputSource(new StringReader(xml))); // expect: xxe
    hardened().newDocumentBuilder().parse(new InputSource(new StringReader(xml))); // ok: xxe
    DocumentBuilderFactory h = DocumentBuilderFactory.newInstance();
    h.setFeature("http://xml.org/sax/features/external-general-entities", false);
    h.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
    h.setXIncludeAware(false);
    h.setExpandEntityReferences(false);
    h.newDocumentBuilder().parse(new InputSource(new StringReader(xml))); // ok: xxe
    DocumentBuilderFactory i = DocumentBuilderFactory.newInstance();
    i.setValidating(false);
    i.setNamespaceAware(true);
    i.newDocumentBuilder().parse(new InputSource(new StringReader(xml))); // expect: xxe
    DocumentBuilderFactory k = DocumentBuilderFactory.newInstance();
    k.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    k.setAttribute(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
    k.newDocumentBuilder().parse(new InputSource(new StringReader(xml))); // ok: xxe
  }

  @PostMapping("/sax")
  void sax(InputStream body) throws Exception {
    SAXParser parser = SAXParserFactory.newInstance().newSAXParser();
    parser.parse(body, new DefaultHandler()); // expect: xxe
    SAXParserFactory safe = SAXParserFactory.newInstance();
    safe.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    safe.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    safe.newSAXParser().parse(body, new DefaultHandler()); // ok: xxe
    XMLReader reader = safe.newSAXParser().getXMLReader();
    reader.parse(new InputSource(body)); // ok: xxe
    SAXParser late = SAXParserFactory.newInstance().newSAXParser();
    late.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    late.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
    late.parse(body, new DefaultHandler()); // ok: xxe
  }

  @PostMapping("/stax")
  void stax(InputStream body) throws Exception {
    XMLInputFactory f = XMLInputFactory.newFactory();
    XMLStreamReader r = f.createXMLStreamReader(body); // expect: xxe
    XMLInputFactory g = XMLInputFactory.newFactory();
    g.setProperty(XMLInputFactory.SUPPORT_DTD, Boolean.FALSE);
    g.createXMLStreamReader(body); // ok: xxe
    XMLInputFactory h = XMLInputFactory.newInstance();
    h.setProperty("javax.xml.stream.isSupportingExternalEntities", false);
    h.createXMLEventReader(body); // ok: xxe
  }

  @PostMapping("/others")
  void others(InputStream body) throws Exception {
    new SAXReader().read(body); // expect: xxe
    SAXReader d4 = new SAXReader();
    d4.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    d4.read(body); // ok: xxe
    new SAXBuilder().build(body); // expect: xxe
    SAXBuilder jd = new SAXBuilder();
    jd.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    jd.build(body); // ok: xxe
    TransformerFactory tf = TransformerFactory.newInstance();
    tf.newTransformer().transform(new StreamSource(body), new StreamResult(System.out)); // expect: xxe
    TransformerFactory ts = TransformerFactory.newInstance();
    ts.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    ts.setAttribute(XMLConstants.ACCESS_EXTERNAL_STYLESHEET, "");
    Transformer t = ts.newTransformer();
    t.transform(new StreamSource(body), new StreamResult(System.out)); // ok: xxe
    SchemaFactory sf = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
    sf.newSchema(new StreamSource(body)); // expect: xxe
    Unmarshaller u = JAXBContext.newInstance(Document.class).createUnmarshaller();
    u.unmarshal(hardened().newDocumentBuilder().parse(body)); // ok: xxe
  }
}
