package com.shop.users;

import jakarta.servlet.http.HttpServletRequest;
import javax.xml.xpath.*;
import org.w3c.dom.Document;

public class UserQueries {
    public void find(HttpServletRequest req, Document doc) throws Exception {
        String name = req.getParameter("name");
        XPath xpath = XPathFactory.newInstance().newXPath();
        xpath.evaluate("//user[@name='" + name + "']", doc); // expect: xpath-injection
        XPathExpression e = xpath.compile("//user[@name='" + name + "']/role"); // expect: xpath-injection
        e.evaluate(doc);
        xpath.setXPathVariableResolver(v -> name);
        xpath.evaluate("//user[@name=$name]", doc); // ok: xpath-injection
        org.dom4j.Document d = (org.dom4j.Document) req.getAttribute("doc");
        d.selectNodes("//user[id=" + req.getParameter("id") + "]"); // expect: xpath-injection
        d.selectNodes("//user[id=" + Integer.parseInt(req.getParameter("id")) + "]"); // ok: xpath-injection
    }
}
