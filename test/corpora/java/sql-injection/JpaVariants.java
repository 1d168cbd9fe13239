package shop;

import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.TypedQuery;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.ws.rs.*;
import java.util.List;
import org.hibernate.Session;

@Path("/items")
public class JpaVariants {
    @PersistenceContext
    EntityManager em;

    @GET
    @Path("/hql")
    public List<?> hql(@QueryParam("name") String name) {
        return em.createQuery("from Item i where i.name = '" + name + "'").getResultList(); // expect: sql-injection
    }

    @GET
    @Path("/bound")
    public List<Item> bound(@QueryParam("name") String name) {
        TypedQuery<Item> q = em.createQuery("from Item i where i.name = :n", Item.class); // ok: sql-injection
        q.setParameter("n", name);
        return q.getResultList();
    }

    @GET
    @Path("/native")
    public Object nativeQuery(@HeaderParam("X-Tenant") String tenant, @CookieParam("order") String order) {
        em.createNativeQuery("SET search_path TO " + tenant).executeUpdate(); // expect: sql-injection
        Session session = em.unwrap(Session.class);
        return session.createSQLQuery("SELECT * FROM item ORDER BY " + order).list(); // expect: sql-injection
    }

    @GET
    @Path("/criteria")
    public List<Item> criteria(@QueryParam("name") String name) {
        CriteriaBuilder cb = em.getCriteriaBuilder();
        CriteriaQuery<Item> query = cb.createQuery(Item.class);
        query.where(cb.equal(query.from(Item.class).get("name"), name));
        return em.createQuery(query).getResultList(); // ok: sql-injection
    }

    @GET
    @Path("/enum")
    public List<?> sorted(@QueryParam("dir") String dir) {
        Direction direction = Direction.valueOf(dir);
        return em.createQuery("from Item order by name " + direction).getResultList(); // ok: sql-injection
    }

    enum Direction { ASC, DESC }
}
