package com.acme.orm;

import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.TypedQuery;
import jakarta.persistence.criteria.*;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.*;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.hibernate.query.Query;
import org.hibernate.criterion.Order;
import org.hibernate.criterion.Restrictions;

@WebServlet(urlPatterns = {"/orm", "/orm/*"})
public class HibernateDao extends HttpServlet {
  private static final Pattern WORD = Pattern.compile("\\w+");
  private static final Map<String, String> COLUMNS = Map.of("n", "name", "p", "price");

  @PersistenceContext private EntityManager em;

  private String param(HttpServletRequest r, String name) {
    String v = r.getParameter(name);
    return v == null ? "" : v.trim();
  }

  private int number(HttpServletRequest r, String name, int fallback) {
    try {
      return Integer.parseInt(param(r, name));
    } catch (NumberFormatException e) {
      return fallback;
    }
  }

  @Override
  protected void doGet(HttpServletRequest req, HttpServletResponse resp) throws IOException {
    String name = param(req, "name");
    Session session = em.unwrap(Session.class);
    Query<?> q = session.createQuery("from Item i where i.name = :n");
    q.setParameter("n", name); // ok: sql-injection
    em.createQuery(String.format("select i from Item i where i.name = '%s'", name)); // expect: sql-injection
    em.createQuery(String.format("select i from Item i where i.stock > %d", number(req, "min", 0))); // ok: sql-injection
    CriteriaBuilder cb = em.getCriteriaBuilder();
    CriteriaQuery<Object> cq = cb.createQuery(Object.class);
    Root<?> root = cq.from(Object.class);
    cq.where(cb.like(root.get("name"), "%" + name + "%")); // ok: sql-injection
    em.createQuery(cq).getResultList(); // ok: sql-injection
    session.createCriteria(Object.class).add(Restrictions.eq("name", name)).addOrder(Order.asc("name")); // ok: sql-injection
    session.createCriteria(Object.class).add(Restrictions.sqlRestriction("name = '" + name + "'")); // expect: sql-injection
    String joined = Stream.of(req.getParameterValues("ids")).map(Integer::valueOf).map(String::valueOf).collect(Collectors.joining(","));
    em.createNativeQuery("select * from item where id in (" + joined + ")"); // ok: sql-injection
    String raw = String.join(",", req.getParameterValues("ids"));
    em.createNativeQuery("select * from item where id in (" + raw + ")"); // expect: sql-injection
    String column = COLUMNS.getOrDefault(req.getParameter("sort"), "name");
    em.createNativeQuery("select * from item order by " + column); // ok: sql-injection
    Matcher m = WORD.matcher(name);
    if (m.matches()) {
      em.createNativeQuery("select * from item where code = '" + name + "'"); // ok: sql-injection
    }
    if (WORD.matcher(name).find()) {
      em.createNativeQuery("select * from item where code = '" + name + "'"); // expect: sql-injection
    }
    StringBuilder hql = new StringBuilder("select i from Item i");
    if (!name.isEmpty()) hql.append(" where i.name like :n");
    TypedQuery<Object> typed = em.createQuery(hql.toString(), Object.class); // ok: sql-injection
    typed.setParameter("n", name);
    hql.setLength(0);
    hql.append("select i from Item i order by ").append(req.getParameter("sort"));
    List<?> all = em.createQuery(hql.toString()).getResultList(); // expect: sql-injection
    String text = """
        select * from item
        where name = '%s'
        """.formatted(name);
    em.createNativeQuery(text); // expect: sql-injection
    char[] chars = name.toCharArray();
    em.createNativeQuery("select * from item where name = '" + new String(chars) + "'"); // expect: sql-injection
    boolean flag = Boolean.parseBoolean(req.getParameter("flag"));
    em.createNativeQuery("select * from item where flag = " + flag); // ok: sql-injection
    em.createNamedQuery("Item.byName").setParameter(1, name); // ok: sql-injection
    em.createStoredProcedureQuery("proc").setParameter(1, name); // ok: sql-injection
    Object[] row = {name, 1};
    em.createNativeQuery("select * from item where id = " + row[1]); // ok: sql-injection
    em.createNativeQuery("select * from item where name = '" + row[0] + "'"); // expect: sql-injection
    resp.getWriter().print(all.size()); // ok: xss
  }
}
