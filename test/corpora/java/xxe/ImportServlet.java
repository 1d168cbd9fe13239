package com.acme.imports;

import java.io.InputStream;
import java.io.StringReader;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLInputFactory;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.stream.StreamSource;
import org.dom4j.io.SAXReader;
import org.jdom2.input.SAXBuilder;
import org.xml.sax.InputSource;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.DefaultHandler;
import org.xml.sax.helpers.XMLReaderFactory;

public class ImportServlet extends HttpServlet {
  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response) {
    try {
      dom(request.getInputStream());
      sax(request.getInputStream());
      stax(request.getInputStream());
      others(request.getParameter("xml"));
    } catch (Exception e) {
      response.setStatus(400);
    }
  }

  private void dom(InputStream xml) throws Exception {
    DocumentBuilderFactory plain = DocumentBuilderFactory.newInstance();
    DocumentBuilder open = plain.newDocumentBuilder();
    open.parse(xml); // expect: xxe

    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    factory.newDocumentBuilder().parse(xml); // ok: xxe

    DocumentBuilderFactory spaces = DocumentBuilderFactory.newInstance();
    spaces.setNamespaceAware(true);
    spaces.newDocumentBuilder().parse(new InputSource(xml)); // expect: xxe

    hardened().newDocumentBuilder().parse(xml); // ok: xxe

    DocumentBuilderFactory own = DocumentBuilderFactory.newInstance();
    own.newDocumentBuilder().parse(new InputSource(new StringReader("<settings/>"))); // ok: xxe
  }

  private static DocumentBuilderFactory hardened() throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
    return factory;
  }

  private void sax(InputStream xml) throws Exception {
    SAXParser parser = SAXParserFactory.newInstance().newSAXParser();
    parser.parse(xml, new DefaultHandler()); // expect: xxe

    SAXParserFactory factory = SAXParserFactory.newInstance();
    factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
    factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
    factory.newSAXParser().parse(xml, new DefaultHandler()); // ok: xxe

    XMLReader reader = XMLReaderFactory.createXMLReader();
    reader.parse(new InputSource(xml)); // expect: xxe
    XMLReader closed = XMLReaderFactory.createXMLReader();
    closed.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    closed.parse(new InputSource(xml)); // ok: xxe
  }

  private void stax(InputStream xml) throws Exception {
    XMLInputFactory factory = XMLInputFactory.newInstance();
    factory.createXMLStreamReader(xml); // expect: xxe
    XMLInputFactory safe = XMLInputFactory.newInstance();
    safe.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    safe.createXMLStreamReader(xml); // ok: xxe
    XMLInputFactory entities = XMLInputFactory.newInstance();
    entities.setProperty("javax.xml.stream.isSupportingExternalEntities", Boolean.FALSE);
    entities.createXMLEventReader(xml); // ok: xxe
  }

  private void others(String xml) throws Exception {
    new SAXReader().read(new StringReader(xml)); // expect: xxe
    SAXReader reader = new SAXReader();
    reader.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    reader.read(new StringReader(xml)); // ok: xxe
    new SAXBuilder().build(new StringReader(xml)); // expect: xxe

    Transformer transformer = TransformerFactory.newInstance().newTransformer();
    transformer.transform(new StreamSource(new StringReader(xml)), new DOMResult()); // expect: xxe
    TransformerFactory closed = TransformerFactory.newInstance();
    closed.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    closed.newTransformer().transform(new StreamSource(new StringReader(xml)), new DOMResult()); // ok: xxe
  }
}
