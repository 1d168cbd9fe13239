import javax.naming.*;
import javax.naming.directory.*;
import javax.servlet.http.*;
import org.springframework.ldap.core.LdapTemplate;
import org.springframework.ldap.filter.EqualsFilter;
import org.springframework.ldap.support.LdapEncoder;
import static org.springframework.ldap.query.LdapQueryBuilder.query;

public class Directory extends HttpServlet {
    private DirContext context;
    private LdapTemplate template;

    @Override
    protected void doGet(HttpServletRequest req, HttpServletResponse resp) {
        String user = req.getParameter("user");
        try {
            context.search("ou=people", "(uid=" + user + ")", new SearchControls()); // expect: ldap-injection
            context.search("ou=people", "(uid={0})", new Object[] {user}, new SearchControls()); // ok: ldap-injection
            context.search("ou=people", "(uid=" + LdapEncoder.filterEncode(user) + ")", new SearchControls()); // ok: ldap-injection
            template.search("", new EqualsFilter("uid", user).encode(), (javax.naming.directory.Attributes a) -> a); // ok: ldap-injection
            template.search(query().where("uid").is(user), (javax.naming.directory.Attributes a) -> a); // ok: ldap-injection
            ((InitialDirContext) context).search("uid=" + user + ",ou=people", new BasicAttributes()); // expect: ldap-injection
        } catch (NamingException e) {
            log("lookup failed", e);
        }
    }
}
