package com.shop.feeds;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.Unmarshaller;
import java.io.*;
import javax.xml.XMLConstants;
import javax.xml.parsers.*;
import javax.xml.stream.*;
import javax.xml.transform.*;
import javax.xml.transform.stream.*;
import javax.xml.validation.*;
import org.dom4j.io.SAXReader;
import org.jdom2.input.SAXBuilder;
import org.springframework.web.bind.annotation.*;
import org.xml.sax.InputSource;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.DefaultHandler;
import org.xml.sax.helpers.XMLReaderFactory;

@RestController
public class Feeds {
    private static DocumentBuilderFactory hardened() throws ParserConfigurationException {
        DocumentBuilderFactory f = DocumentBuilderFactory.newInstance();
        f.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return f;
    }

    @PostMapping("/dom")
    public int dom(@RequestBody String xml) throws Exception {
        DocumentBuilder b = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        return b.parse(new InputSource(new StringReader(xml))).getChildNodes().getLength(); // expect: xxe
    }

    @PostMapping("/dom-safe")
    public int domSafe(@RequestBody String xml) throws Exception {
        return hardened().newDocumentBuilder().parse(new InputSource(new StringReader(xml))).getChildNodes().getLength(); // ok: xxe
    }

    @PostMapping("/sax")
    public void sax(InputStream in) throws Exception {
        SAXParserFactory.newInstance().newSAXParser().parse(in, new DefaultHandler()); // expect: xxe
    }

    @PostMapping("/reader")
    public void reader(@RequestBody byte[] xml) throws Exception {
        XMLReader reader = XMLReaderFactory.createXMLReader();
        reader.setFeature("http://xml.org/sax/features/external-general-entities", false);
        reader.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
        reader.parse(new InputSource(new ByteArrayInputStream(xml))); // ok: xxe
    }

    @PostMapping("/stax")
    public void stax(@RequestBody String xml) throws Exception {
        XMLInputFactory f = XMLInputFactory.newFactory();
        XMLStreamReader r = f.createXMLStreamReader(new StringReader(xml)); // expect: xxe
        while (r.hasNext()) r.next();
    }

    @PostMapping("/stax-safe")
    public void staxSafe(@RequestBody String xml) throws Exception {
        XMLInputFactory f = XMLInputFactory.newFactory();
        f.setProperty(XMLInputFactory.SUPPORT_DTD, Boolean.FALSE);
        XMLStreamReader r = f.createXMLStreamReader(new StringReader(xml)); // ok: xxe
        while (r.hasNext()) r.next();
    }

    @PostMapping("/dom4j")
    public Object dom4j(@RequestBody String xml) throws Exception {
        return new SAXReader().read(new StringReader(xml)).getRootElement().attributeCount(); // expect: xxe
    }

    @PostMapping("/jdom")
    public Object jdom(@RequestBody String xml) throws Exception {
        SAXBuilder b = new SAXBuilder();
        b.setExpandEntities(false);
        b.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return b.build(new StringReader(xml)).getContentSize(); // ok: xxe
    }

    @PostMapping("/transform")
    public void transform(@RequestBody String xml) throws Exception {
        TransformerFactory tf = TransformerFactory.newInstance();
        tf.newTransformer().transform(new StreamSource(new StringReader(xml)), new StreamResult(new StringWriter())); // expect: xxe
    }

    @PostMapping("/transform-safe")
    public void transformSafe(@RequestBody String xml) throws Exception {
        TransformerFactory tf = TransformerFactory.newInstance();
        tf.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        tf.setAttribute(XMLConstants.ACCESS_EXTERNAL_STYLESHEET, "");
        tf.newTransformer().transform(new StreamSource(new StringReader(xml)), new StreamResult(new StringWriter())); // ok: xxe
    }
}
