package com.acme.staff;

import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.directory.DirContext;
import javax.naming.directory.InitialDirContext;
import javax.naming.directory.SearchControls;
import javax.naming.directory.SearchResult;
import javax.servlet.http.HttpServletRequest;
import org.owasp.esapi.ESAPI;
import org.springframework.ldap.core.AttributesMapper;
import org.springframework.ldap.core.LdapTemplate;
import org.springframework.ldap.filter.EqualsFilter;
import org.springframework.ldap.query.LdapQueryBuilder;
import org.springframework.ldap.support.LdapEncoder;

public class StaffDirectory {
  private LdapTemplate ldap;

  DirContext connect() throws NamingException {
    Hashtable<String, String> env = new Hashtable<>();
    env.put(Context.PROVIDER_URL, "ldap://directory.internal:389");
    return new InitialDirContext(env);
  }

  public boolean login(HttpServletRequest request) throws NamingException {
    String user = request.getParameter("user");
    String department = request.getParameter("department");
    SearchControls controls = new SearchControls();
    DirContext context = connect();
    NamingEnumeration<SearchResult> found =
        context.search("ou=staff,dc=acme", "(uid=" + user + ")", controls); // expect: ldap-injection
    context.search("ou=" + department + ",dc=acme", "(objectClass=person)", controls); // expect: ldap-injection
    context.search("ou=staff,dc=acme", "(uid=" + ESAPI.encoder().encodeForLDAP(user) + ")", controls); // ok: ldap-injection
    context.search("ou=staff,dc=acme", "(uid={0})", new Object[] {user}, controls); // ok: ldap-injection
    ldap.search("", "(mail=" + LdapEncoder.filterEncode(user) + ")", (AttributesMapper<String>) a -> a.toString()); // ok: ldap-injection
    ldap.search("", "(mail=" + user + ")", (AttributesMapper<String>) a -> a.toString()); // expect: ldap-injection
    ldap.search(LdapQueryBuilder.query().where("mail").is(user), (AttributesMapper<String>) a -> a.toString()); // ok: ldap-injection
    ldap.authenticate("", new EqualsFilter("uid", user).toString(), request.getParameter("password")); // ok: ldap-injection
    return found.hasMore();
  }
}
