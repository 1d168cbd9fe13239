package com.acme.data;

import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.TypedQuery;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.BasicQuery;
import org.springframework.data.mongodb.core.query.Criteria;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.stereotype.Repository;
import java.util.*;

@Repository
public class UserDao {
    private final JdbcTemplate jdbc;
    private final NamedParameterJdbcTemplate named;
    private final MongoTemplate mongo;
    @PersistenceContext
    private EntityManager em;

    public UserDao(JdbcTemplate jdbc, NamedParameterJdbcTemplate named, MongoTemplate mongo) {
        this.jdbc = jdbc;
        this.named = named;
        this.mongo = mongo;
    }

    public List<Map<String, Object>> search(String name, String order, int limit) {
        jdbc.queryForList("SELECT * FROM users WHERE name = ?", name); // ok: sql-injection
        named.queryForList("SELECT * FROM users WHERE name = :n", Map.of("n", name)); // ok: sql-injection
        StringBuilder sb = new StringBuilder("SELECT * FROM users WHERE 1=1");
        List<Object> args = new ArrayList<>();
        if (name != null) {
            sb.append(" AND name = ?");
            args.add(name);
        }
        sb.append(" LIMIT ").append(limit);
        jdbc.queryForList(sb.toString(), args.toArray()); // ok: sql-injection
        sb.append(" ORDER BY ").append(order);
        return jdbc.queryForList(sb.toString(), args.toArray()); // expect: sql-injection
    }

    public Object byId(long id, String fields) {
        em.createQuery("SELECT u FROM User u WHERE u.id = " + id).getSingleResult(); // ok: sql-injection
        TypedQuery<Object> q = em.createQuery("SELECT u FROM User u WHERE u.id = :id", Object.class); // ok: sql-injection
        q.setParameter("id", id);
        mongo.find(new Query(Criteria.where("f").is(fields)), Object.class); // ok: nosql-injection
        mongo.find(new BasicQuery("{ f: '" + fields + "' }"), Object.class); // expect: nosql-injection
        return em.createNativeQuery("SELECT " + fields + " FROM users WHERE id = " + id).getResultList(); // expect: sql-injection
    }
}
