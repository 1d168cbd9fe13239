import javax.servlet.http.*;
import javax.xml.xpath.*;
import org.w3c.dom.Document;

public class Login extends HttpServlet {
    private Document users;

    @Override
    protected void doPost(HttpServletRequest req, HttpServletResponse resp) {
        String name = req.getParameter("name");
        XPath xpath = XPathFactory.newInstance().newXPath();
        try {
            xpath.evaluate("//user[name/text()='" + name + "']", users); // expect: xpath-injection
            XPathExpression e = xpath.compile("//user[@id=" + Integer.parseInt(name) + "]"); // ok: xpath-injection
            e.evaluate(users); // ok: xpath-injection
            String expr = "//user[name='" + name + "' and pass='" + req.getParameter("pass") + "']";
            XPathExpression bad = xpath.compile(expr); // expect: xpath-injection
            xpath.setXPathVariableResolver(v -> name);
            xpath.evaluate("//user[name=$name]", users); // ok: xpath-injection
        } catch (XPathExpressionException e) {
            throw new IllegalStateException(e);
        }
    }
}
