package xml;

import java.io.*;
import javax.servlet.http.*;
import javax.xml.XMLConstants;
import javax.xml.parsers.*;
import javax.xml.stream.*;
import javax.xml.transform.*;
import javax.xml.transform.stream.*;
import org.dom4j.io.SAXReader;
import org.jdom2.input.SAXBuilder;
import org.xml.sax.*;
import org.xml.sax.helpers.*;

public class Parsers extends HttpServlet {
    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            InputStream in = request.getInputStream();
            DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in); // expect: xxe

            DocumentBuilderFactory dbf = DocumentBuilderFactory.newInstance();
            dbf.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            dbf.newDocumentBuilder().parse(in); // ok: xxe

            SAXParserFactory spf = SAXParserFactory.newInstance();
            spf.newSAXParser().parse(in, new DefaultHandler()); // expect: xxe

            SAXParserFactory spf2 = SAXParserFactory.newInstance();
            spf2.setFeature("http://xml.org/sax/features/external-general-entities", false);
            spf2.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
            spf2.newSAXParser().parse(in, new DefaultHandler()); // ok: xxe

            XMLInputFactory.newInstance().createXMLStreamReader(in); // expect: xxe

            XMLInputFactory xif = XMLInputFactory.newFactory();
            xif.setProperty(XMLInputFactory.SUPPORT_DTD, false);
            xif.createXMLStreamReader(in); // ok: xxe

            XMLReader reader = XMLReaderFactory.createXMLReader();
            reader.parse(new InputSource(in)); // expect: xxe

            new SAXReader().read(in); // expect: xxe
            new SAXBuilder().build(in); // expect: xxe

            SAXReader safe = new SAXReader();
            safe.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            safe.read(in); // ok: xxe

            TransformerFactory tf = TransformerFactory.newInstance();
            tf.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            tf.setAttribute(XMLConstants.ACCESS_EXTERNAL_STYLESHEET, "");
            tf.newTransformer().transform(new StreamSource(in), new StreamResult(new StringWriter())); // ok: xxe
        } catch (Exception e) {
            throw new IOException(e);
        }
    }
}
