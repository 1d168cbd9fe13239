package com.acme.shop.data;

import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.*;
import org.springframework.data.jpa.repository.*;
import org.springframework.data.repository.query.Param;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.*;
import org.springframework.stereotype.Repository;

@Repository
public class OrderRepository {
    @PersistenceContext
    private EntityManager em;
    private final JdbcTemplate jdbc;
    private final NamedParameterJdbcTemplate named;

    public OrderRepository(JdbcTemplate jdbc, NamedParameterJdbcTemplate named) {
        this.jdbc = jdbc;
        this.named = named;
    }

    public List<?> search(String q, String sort) {
        return em.createQuery("select o from Order o where o.note like '%" + q + "%'").getResultList(); // expect: sql-injection
    }

    public List<?> searchSafely(String q) {
        return em.createQuery("select o from Order o where o.note like :q").setParameter("q", "%" + q + "%").getResultList(); // ok: sql-injection
    }

    public List<?> sorted(String sort) {
        return em.createNativeQuery("select * from orders order by " + sort).getResultList(); // expect: sql-injection
    }

    public Map<String, Object> byId(long id) {
        return jdbc.queryForMap("select * from orders where id = " + id); // ok: sql-injection
    }

    public List<Map<String, Object>> filter(OrderFilter f) {
        StringBuilder sql = new StringBuilder("select * from orders where 1 = 1");
        Map<String, Object> params = new HashMap<>();
        if (f.getCustomer() != null) {
            sql.append(" and customer = :customer");
            params.put("customer", f.getCustomer());
        }
        if (f.getStatus() != null) {
            sql.append(" and status = '").append(f.getStatus().name()).append("'");
        }
        if (f.getSince() != null) {
            sql.append(" and since > '").append(f.getSince()).append("'");
        }
        if (f.getColumn() != null) {
            sql.append(" order by ").append(f.getColumn());
        }
        sql.append(" limit ").append(f.getLimit());
        return named.queryForList(sql.toString(), params); // ok: sql-injection
    }

    public int close(OrderFilter f) {
        return jdbc.update("update orders set open = 0 where customer = '" + f.getCustomer() + "'"); // expect: sql-injection
    }
}
