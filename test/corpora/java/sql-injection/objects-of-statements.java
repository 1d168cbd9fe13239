package orders;

import com.couchbase.client.java.Cluster;
import javax.sql.DataSource;
import org.hibernate.query.QueryProducer;
import org.springframework.jdbc.object.BatchSqlUpdate;
import org.springframework.jdbc.object.SqlUpdate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class OrderSearch {
  private DataSource source;
  private QueryProducer queries;
  private Cluster cluster;

  @GetMapping("/orders")
  void search(@RequestParam String customer) {
    new SqlUpdate(source, "update orders set seen = 1 where customer = '" + customer + "'"); // expect: sql-injection
    new SqlUpdate(source, "update orders set seen = 1 where customer = ?").update(customer); // ok: sql-injection
    BatchSqlUpdate batch = new BatchSqlUpdate();
    batch.setSql("delete from orders where customer = '" + customer + "'"); // expect: sql-injection
    queries.createNativeQuery("select * from orders where customer = '" + customer + "'"); // expect: sql-injection
    queries.createSelectionQuery("from Order where customer = :c", Object.class).setParameter("c", customer); // ok: sql-injection
    cluster.query("select * from orders where customer = '" + customer + "'"); // expect: sql-injection
  }
}
