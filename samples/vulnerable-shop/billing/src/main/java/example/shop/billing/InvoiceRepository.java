package example.shop.billing;

import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

@Repository
public class InvoiceRepository {
    private final JdbcTemplate jdbc;

    public InvoiceRepository(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    public List<Map<String, Object>> findByCustomerName(String customer) {
        String condition = "customer_name = '" + customer + "'";
        return jdbc.queryForList("SELECT number, total FROM invoices WHERE " + condition);
    }

    public Map<String, Object> findByNumber(long number) {
        return jdbc.queryForMap("SELECT number, total FROM invoices WHERE number = ?", number);
    }
}
