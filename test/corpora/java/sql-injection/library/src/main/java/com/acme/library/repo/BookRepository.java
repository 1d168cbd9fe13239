package com.acme.library.repo;

import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.TypedQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

@Repository
public class BookRepository {
    private static final Set<String> SORTABLE = Set.of("title", "year");
    private final JdbcTemplate jdbc;
    private final NamedParameterJdbcTemplate named;
    private final JdbcClient client;

    @PersistenceContext
    private EntityManager em;

    public BookRepository(JdbcTemplate jdbc, JdbcClient client) {
        this.jdbc = jdbc;
        this.named = new NamedParameterJdbcTemplate(jdbc);
        this.client = client;
    }

    public List<Map<String, Object>> search(BookQuery q) {
        StringBuilder sql = new StringBuilder("select * from books where 1=1");
        List<Object> args = new ArrayList<>();
        if (q.getTitle() != null) {
            sql.append(" and title like ?");
            args.add("%" + q.getTitle() + "%");
        }
        if (q.getYear() != null) sql.append(" and year = ").append(q.getYear());
        return jdbc.queryForList(sql.toString(), args.toArray()); // ok: sql-injection
    }

    public List<Map<String, Object>> searchUnsafe(BookQuery q) {
        StringBuilder sql = new StringBuilder("select * from books where 1=1");
        if (q.getTitle() != null) sql.append(" and title like '%").append(q.getTitle()).append("%'");
        return jdbc.queryForList(sql.toString()); // expect: sql-injection
    }

    public List<Map<String, Object>> byAuthor(String author, String sort) {
        String order = SORTABLE.contains(sort) ? sort : "title";
        var params = new MapSqlParameterSource("author", author);
        return named.queryForList("select * from books where author = :author order by " + order, params); // ok: sql-injection
    }

    public List<Map<String, Object>> byAuthorUnsafe(String author, String sort) {
        var params = new MapSqlParameterSource().addValue("author", author);
        return named.queryForList("select * from books where author = :author order by %s".formatted(sort), params); // expect: sql-injection
    }

    public List<Map<String, Object>> sorted(String column, int limit) {
        return client.sql("select * from books order by " + column + " limit " + limit).query().listOfRows(); // ok: sql-injection
    }

    public int countByPublisher(String publisher) {
        return client.sql("select count(*) from books where publisher = '" + publisher + "'").query(Integer.class).single(); // expect: sql-injection
    }

    public int countByPublisherSafe(String publisher) {
        return client.sql("select count(*) from books where publisher = :p").param("p", publisher).query(Integer.class).single(); // ok: sql-injection
    }

    public List<Book> jpql(String isbn) {
        TypedQuery<Book> query = em.createQuery("select b from Book b where b.isbn = '" + isbn + "'", Book.class); // expect: sql-injection
        return query.getResultList();
    }

    public List<Book> jpqlSafe(String isbn) {
        return em.createQuery("select b from Book b where b.isbn = :isbn", Book.class).setParameter("isbn", isbn).getResultList(); // ok: sql-injection
    }

    public void remove(String isbn) {
        jdbc.execute("delete from books where isbn = '" + isbn.trim() + "'"); // expect: sql-injection
    }

    public int[] removeAll(List<String> isbns) {
        String in = String.join(",", isbns.stream().map(i -> "?").toList());
        jdbc.update("delete from books where isbn in (" + in + ")", isbns.toArray()); // ok: sql-injection
        return jdbc.batchUpdate(isbns.stream().map(i -> "delete from loans where isbn = '" + i + "'").toArray(String[]::new)); // expect: sql-injection
    }
}
