package shop;

import com.alibaba.fastjson.JSON;
import com.alibaba.fastjson.JSONObject;
import com.alibaba.fastjson.parser.ParserConfig;
import com.thoughtworks.xstream.XStream;
import javax.servlet.http.*;
import org.yaml.snakeyaml.Yaml;

/** What a parser makes of a name of a class hangs on its version, which the build says. */
class Orders extends HttpServlet {
  protected void doPost(HttpServletRequest request, HttpServletResponse response) {
    JSONObject order = JSON.parseObject(request.getParameter("order")); // ok: unsafe-deserialization
    Object lines = new Yaml().load(request.getParameter("lines")); // ok: unsafe-deserialization
    Object address = new XStream().fromXML(request.getParameter("address")); // expect: unsafe-deserialization
  }

  void setUp() {
    ParserConfig.getGlobalInstance().setAutoTypeSupport(true); // expect: unsafe-deserialization
  }
}
