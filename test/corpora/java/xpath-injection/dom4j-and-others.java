package catalogue;

import java.util.ArrayList;
import java.util.List;
import org.dom4j.Document;
import org.dom4j.DocumentFactory;
import org.dom4j.DocumentHelper;
import org.dom4j.Node;
import org.dom4j.xpath.DefaultXPath;
import org.jaxen.dom.DOMXPath;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class CatalogueController {
  private Document catalogue;

  @GetMapping("/articles")
  List<Node> articles(@RequestParam String brand) {
    catalogue.selectNodes("//article", "@" + brand); // expect: xpath-injection
    catalogue.numberValueOf("count(//article[@brand='" + brand + "'])"); // expect: xpath-injection
    DocumentHelper.selectNodes("//article[@brand='" + brand + "']", new ArrayList<Node>()); // expect: xpath-injection
    DocumentFactory.getInstance().createXPath("//article[@brand='" + brand + "']"); // expect: xpath-injection
    new DefaultXPath("//article[@brand='" + brand + "']"); // expect: xpath-injection
    return catalogue.selectNodes("//article"); // ok: xpath-injection
  }

  @GetMapping("/articles/one")
  Object one(@RequestParam int id, @RequestParam String color) throws Exception {
    new DOMXPath("//article[@color='" + color + "']"); // expect: xpath-injection
    return new DefaultXPath("//article[@id=" + id + "]"); // ok: xpath-injection
  }
}
