package com.acme.accounts;

import java.io.File;
import javax.servlet.http.HttpServletRequest;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpression;
import javax.xml.xpath.XPathFactory;
import org.owasp.esapi.ESAPI;
import org.w3c.dom.Document;

public class AccountLookup {
  private final XPath xpath = XPathFactory.newInstance().newXPath();

  public Object find(HttpServletRequest request) throws Exception {
    Document accounts = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new File("accounts.xml")); // ok: xxe
    String name = request.getParameter("name");
    String role = request.getParameter("role");
    xpath.evaluate("/accounts/account[@name='" + name + "']", accounts, XPathConstants.NODE); // expect: xpath-injection
    xpath.evaluate("/accounts/account[1]", accounts, XPathConstants.NODE); // ok: xpath-injection
    xpath.evaluate("/accounts/account[@name='" + ESAPI.encoder().encodeForXPath(name) + "']", accounts); // ok: xpath-injection

    XPathExpression byRole = xpath.compile(query(role)); // expect: xpath-injection
    String wanted = "admin".equals(role) ? "admin" : "user";
    xpath.compile(query(wanted)); // ok: xpath-injection

    xpath.setXPathVariableResolver(variable -> name);
    xpath.evaluate("/accounts/account[@name=$name]", accounts); // ok: xpath-injection
    return byRole.evaluate(accounts, XPathConstants.NODESET);
  }

  private static String query(String role) {
    return String.join("", "/accounts/account[role='", role, "']");
  }
}
