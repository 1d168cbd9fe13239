package com.acme.reports;

import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

@Path("/reports")
public class ReportRepository {
  private static final Pattern WORD = Pattern.compile("^[A-Za-z_]{1,30}$");

  @PersistenceContext EntityManager em;

  @GET
  @Path("{id}")
  public List<?> byOwner(@PathParam("id") UUID id, @QueryParam("owner") String owner, @QueryParam("tags") List<String> tags) {
    em.createQuery("from Report r where r.id = '" + id + "'").getResultList(); // ok: sql-injection
    em.createQuery("from Report r where r.owner = :owner").setParameter("owner", owner).getResultList(); // ok: sql-injection
    em.createNativeQuery("select * from report where owner = '" + owner + "'").getResultList(); // expect: sql-injection
    String list = tags.stream().map(t -> "'" + t + "'").collect(Collectors.joining(","));
    return em.createNativeQuery("select * from report where tag in (" + list + ")").getResultList(); // expect: sql-injection
  }

  @GET
  @Path("columns/{name}")
  public List<?> column(@PathParam("name") String name, @QueryParam("table") String table) {
    if (!WORD.matcher(name).matches()) {
      throw new IllegalArgumentException("not a column");
    }
    em.createNativeQuery("select " + name + " from report").getResultList(); // ok: sql-injection
    List<String> parts = new ArrayList<>();
    parts.add("select id from ");
    parts.add(table);
    parts.add(" where archived");
    em.createNativeQuery(parts.get(0) + "report" + parts.get(2)).getResultList(); // ok: sql-injection
    return em.createNativeQuery(parts.get(0) + parts.get(1) + parts.get(2)).getResultList(); // expect: sql-injection
  }

  @GET
  @Path("kind")
  public List<?> kind(@QueryParam("kind") String kind, @QueryParam("group") String group) {
    String condition = switch (kind) {
      case "open" -> "closed_at is null";
      case "closed" -> "closed_at is not null";
      default -> throw new IllegalArgumentException(kind);
    };
    em.createNativeQuery("select * from report where " + condition).getResultList(); // ok: sql-injection
    String wild = switch (group) {
      case "all" -> "1 = 1";
      default -> "grp = '" + group + "'";
    };
    return em.createNativeQuery("select * from report where " + wild).getResultList(); // expect: sql-injection
  }
}
