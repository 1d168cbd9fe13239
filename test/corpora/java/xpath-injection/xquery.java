package library;

import javax.xml.xquery.XQConnection;
import javax.xml.xquery.XQExpression;
import javax.xml.xquery.XQPreparedExpression;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class LibraryController {
  private XQConnection connection;

  @GetMapping("/books")
  void books(@RequestParam String author) throws Exception {
    XQExpression expression = connection.createExpression();
    expression.executeQuery("doc('books.xml')//book[author='" + author + "']"); // expect: xpath-injection
    connection.prepareExpression("doc('books.xml')//book[author='" + author + "']"); // expect: xpath-injection
    XQPreparedExpression bound = connection.prepareExpression("declare variable $a external; //book[author=$a]");
    bound.bindString(new javax.xml.namespace.QName("a"), author, null); // ok: xpath-injection
    bound.executeQuery(); // ok: xpath-injection
  }
}
