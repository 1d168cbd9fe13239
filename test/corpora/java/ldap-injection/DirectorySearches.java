package com.acme.ldap;

import java.util.List;
import javax.naming.NamingException;
import javax.naming.directory.DirContext;
import javax.naming.directory.SearchControls;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import org.springframework.ldap.core.AttributesMapper;
import org.springframework.ldap.core.LdapTemplate;
import org.springframework.ldap.filter.EqualsFilter;
import org.springframework.ldap.query.LdapQueryBuilder;
import org.springframework.ldap.support.LdapEncoder;
import org.springframework.ldap.support.LdapNameBuilder;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.owasp.esapi.ESAPI;

@RestController
public class DirectoryService {
  private final LdapTemplate ldap;
  private final DirContext ctx;
  private final AttributesMapper<String> mapper = a -> a.get("cn").toString();

  public DirectoryService(LdapTemplate ldap, DirContext ctx) {
    this.ldap = ldap;
    this.ctx = ctx;
  }

  @GetMapping("/people")
  List<String> people(@RequestParam String q) {
    return ldap.search("ou=people", "(cn=" + q + ")", mapper); // expect: ldap-injection
  }

  @GetMapping("/people2")
  List<String> people2(@RequestParam String q) {
    return ldap.search("ou=people", "(cn=" + LdapEncoder.filterEncode(q) + ")", mapper); // ok: ldap-injection
  }

  @GetMapping("/people3")
  List<String> people3(@RequestParam String q) {
    return ldap.search("ou=people", new EqualsFilter("cn", q).encode(), mapper); // ok: ldap-injection
  }

  @GetMapping("/people4")
  List<String> people4(@RequestParam String q) {
    return ldap.search(LdapQueryBuilder.query().where("cn").is(q), mapper); // ok: ldap-injection
  }

  @GetMapping("/people5")
  List<String> people5(@RequestParam String q) {
    return ldap.search(LdapQueryBuilder.query().filter("(cn=" + q + ")"), mapper); // expect: ldap-injection
  }

  @GetMapping("/entry")
  Object entry(@RequestParam String user) throws NamingException {
    return ctx.lookup("uid=" + LdapEncoder.filterEncode(user) + ",ou=people"); // expect: ldap-injection
  }

  @GetMapping("/entry2")
  Object entry2(@RequestParam String user) throws NamingException {
    return ctx.lookup("uid=" + LdapEncoder.nameEncode(user) + ",ou=people"); // ok: ldap-injection
  }

  @GetMapping("/entry3")
  Object entry3(@RequestParam String user) throws NamingException {
    return ctx.getAttributes("uid=" + Rdn.escapeValue(user) + ",ou=people"); // ok: ldap-injection
  }

  @GetMapping("/entry4")
  Object entry4(@RequestParam String user) throws NamingException {
    LdapName dn = LdapNameBuilder.newInstance("ou=people").add("uid", user).build();
    return ctx.getAttributes(dn); // ok: ldap-injection
  }

  @GetMapping("/members")
  Object members(@RequestParam String group) throws NamingException {
    SearchControls controls = new SearchControls();
    String filter = "(&(objectClass=group)(cn={0}))";
    ctx.search("ou=groups", filter, new Object[] {group}, controls); // ok: ldap-injection
    ctx.search("ou=" + group, "(objectClass=group)", controls); // expect: ldap-injection
    return ctx.search("ou=groups", "(cn=" + ESAPI.encoder().encodeForLDAP(group) + ")", controls); // ok: ldap-injection
  }

  @GetMapping("/auth")
  boolean auth(@RequestParam String user, @RequestParam String password) {
    return ldap.authenticate("", "(uid=" + user + ")", password); // expect: ldap-injection
  }
}
