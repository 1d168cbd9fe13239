package com.shop.directory;

import jakarta.servlet.http.HttpServletRequest;
import javax.naming.directory.*;
import org.springframework.ldap.core.LdapTemplate;
import org.springframework.ldap.filter.EqualsFilter;
import org.springframework.ldap.query.LdapQueryBuilder;
import org.springframework.ldap.support.LdapEncoder;
import org.owasp.esapi.ESAPI;
import com.unboundid.ldap.sdk.*;
import java.util.List;

public class DirectoryClients {
    private LdapTemplate template;
    private DirContext context;
    private LDAPConnection connection;

    public void find(HttpServletRequest req) throws Exception {
        String user = req.getParameter("user");
        SearchControls controls = new SearchControls();
        context.search("ou=people", "(uid=" + user + ")", controls); // expect: ldap-injection
        context.search("ou=people", "(uid={0})", new Object[] {user}, controls); // ok: ldap-injection
        context.search("ou=people", "(uid=" + ESAPI.encoder().encodeForLDAP(user) + ")", controls); // ok: ldap-injection
        template.search("", "(&(objectClass=person)(uid=" + user + "))", (Attributes a) -> a.get("cn")); // expect: ldap-injection
        template.search("", new EqualsFilter("uid", user).encode(), (Attributes a) -> a.get("cn")); // ok: ldap-injection
        template.search("", "(uid=" + LdapEncoder.filterEncode(user) + ")", (Attributes a) -> a.get("cn")); // ok: ldap-injection
        template.find(LdapQueryBuilder.query().where("uid").is(user), Object.class); // ok: ldap-injection
        template.find(LdapQueryBuilder.query().filter("(uid=" + user + ")"), Object.class); // expect: ldap-injection
        connection.search("dc=shop", SearchScope.SUB, "(uid=" + user + ")"); // expect: ldap-injection
        connection.search("dc=shop", SearchScope.SUB, Filter.createEqualityFilter("uid", user)); // ok: ldap-injection
    }
}
