package demo.jaxrs;

import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import jakarta.persistence.*;
import jakarta.ws.rs.*;
import jakarta.ws.rs.core.*;
import java.io.*;
import java.net.URI;
import java.sql.*;
import java.util.*;
import java.util.stream.*;
import javax.sql.DataSource;
import org.hibernate.Session;
import org.hibernate.criterion.Restrictions;

@Path("users")
@Produces(MediaType.TEXT_HTML)
public class JaxRsUsers {
    @Inject EntityManager em;
    @Resource DataSource ds;

    private String prefix;

    public void setPrefix(String prefix) {
        this.prefix = prefix;
    }

    interface Formatter { String format(String s); }

    enum Format implements Formatter {
        PLAIN { public String format(String s) { return s; } },
        QUOTED { public String format(String s) { return "'" + s.replace("'", "''") + "'"; } };
    }

    sealed interface Query permits ByName, ById {}
    record ByName(String name) implements Query {}
    record ById(long id) implements Query {}

    @GET
    public String list(@QueryParam("name") String name, @QueryParam("sort") @DefaultValue("id") String sort) {
        em.createQuery("SELECT u FROM User u WHERE u.name = :n ORDER BY u." + sort).setParameter("n", name).getResultList(); // expect: sql-injection
        em.createNamedQuery("User.byName").setParameter("name", name).getResultList(); // ok: sql-injection
        Query q = name.isEmpty() ? new ById(1) : new ByName(name);
        String sql = switch (q) {
            case ByName b -> "SELECT * FROM users WHERE name = '" + b.name() + "'";
            case ById i -> "SELECT * FROM users WHERE id = " + i.id();
        };
        em.createNativeQuery(sql).getResultList(); // expect: sql-injection
        if (q instanceof ById(long id)) {
            em.createNativeQuery("SELECT * FROM users WHERE id = " + id).getResultList(); // ok: sql-injection
        }
        return "<ul>" + Stream.of(name.split(",")).map(s -> "<li>" + s + "</li>").collect(Collectors.joining()) + "</ul>"; // expect: xss
    }

    @POST
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    public Response create(@FormParam("name") String name, @FormParam("role") String role, @CookieParam("lang") Cookie lang, @Context HttpHeaders headers) throws SQLException {
        try (var c = ds.getConnection(); var s = c.createStatement()) {
            s.executeUpdate("INSERT INTO users VALUES ('%s', '%s')".formatted(name, role)); // expect: sql-injection
            s.executeUpdate("UPDATE stats SET lang = '" + lang.getValue() + "'"); // expect: sql-injection
            s.executeUpdate("UPDATE stats SET agent = '" + headers.getHeaderString("User-Agent") + "'"); // expect: sql-injection
            s.executeUpdate("UPDATE stats SET n = " + Optional.ofNullable(role).map(String::length).orElse(0)); // ok: sql-injection
            s.executeUpdate("UPDATE stats SET r = '" + (Objects.equals(role, "admin") ? "admin" : "user") + "'"); // ok: sql-injection
            try (var call = c.prepareCall("{call add_user('" + name + "')}")) { // expect: sql-injection
                call.execute();
            }
            try (var ps = c.prepareStatement("INSERT INTO users VALUES (?, ?)")) { // ok: sql-injection
                ps.setString(1, name);
                ps.setString(2, role);
                ps.execute();
            }
        }
        return Response.seeOther(URI.create("/users/" + name)).build(); // ok: open-redirect
    }

    @GET
    @Path("go")
    public Response go(@QueryParam("to") String to, @QueryParam("img") String img) {
        if (to != null) return Response.temporaryRedirect(URI.create(to)).build(); // expect: open-redirect
        return Response.ok(new File("/srv/img/" + img)).build(); // expect: path-traversal
    }

    @GET
    @Path("legacy")
    @SuppressWarnings("deprecation")
    public Object legacy(@QueryParam("name") String name, @MatrixParam("col") String col) {
        Session session = em.unwrap(Session.class);
        session.createCriteria(Object.class).add(Restrictions.eq("name", name)).list(); // ok: sql-injection
        session.createCriteria(Object.class).add(Restrictions.sqlRestriction("name = '" + name + "'")).list(); // expect: sql-injection
        StringJoiner where = new StringJoiner(" AND ", "WHERE ", "");
        where.add("name = '" + name + "'");
        session.createSQLQuery("SELECT * FROM users " + where).list(); // expect: sql-injection
        StringBuilder sb = new StringBuilder();
        sb.append("SELECT * FROM users WHERE name = '").append(name).append('\'');
        sb.setLength(0);
        sb.append("SELECT * FROM users");
        session.createSQLQuery(sb.toString()).list(); // ok: sql-injection
        char[] chars = col.toCharArray();
        session.createSQLQuery("SELECT " + new String(chars) + " FROM users").list(); // expect: sql-injection
        session.createSQLQuery("SELECT " + String.valueOf(chars, 0, 3) + " FROM users").list(); // expect: sql-injection
        Iterator<String> it = List.of("id", col).iterator();
        it.next();
        session.createSQLQuery("SELECT " + it.next() + " FROM users").list(); // expect: sql-injection
        session.createSQLQuery("SELECT " + prefix + "name FROM users").list(); // ok: sql-injection
        return null;
    }
}
