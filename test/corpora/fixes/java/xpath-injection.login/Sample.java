import java.io.StringReader;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathFactory;
import org.xml.sax.InputSource;

public class Sample extends HttpServlet {
  private static final String PEOPLE = "<people><one name='ann' word='decoy'/></people>";

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
    XPath xpath = XPathFactory.newInstance().newXPath();
    String query = "count(//one[@name='" + request.getParameter("name") + "' and @word='" + request.getParameter("word") + "'])";
    response.getWriter().print(xpath.evaluate(query, new InputSource(new StringReader(PEOPLE))));
  }
}
