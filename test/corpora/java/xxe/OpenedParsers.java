package parsers;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLInputFactory;

class OpenedParsers {
    void open() throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", false); // expect: xxe
        factory.setFeature("http://xml.org/sax/features/external-general-entities", true); // expect: xxe
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false); // ok: xxe
        XMLInputFactory stax = XMLInputFactory.newInstance();
        stax.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, true); // expect: xxe
        stax.setProperty(XMLInputFactory.IS_COALESCING, true); // ok: xxe
    }

    void close(boolean strict) throws Exception {
        SAXParserFactory factory = SAXParserFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true); // ok: xxe
        factory.setFeature("http://xml.org/sax/features/external-general-entities", false); // ok: xxe
        factory.setFeature("http://xml.org/sax/features/validation", strict); // ok: xxe
    }
}
