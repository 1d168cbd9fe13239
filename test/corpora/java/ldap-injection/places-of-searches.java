package staff;

import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.SearchRequest;
import com.unboundid.ldap.sdk.SearchScope;
import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.InitialContext;
import org.apache.directory.api.ldap.model.filter.EqualityNode;
import org.apache.directory.api.ldap.model.message.SearchRequestImpl;
import org.springframework.ldap.core.LdapTemplate;
import org.springframework.ldap.query.LdapQueryBuilder;
import org.springframework.ldap.support.LdapNameBuilder;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class StaffController {
  private LDAPConnection connection;
  private LdapTemplate template;

  @GetMapping("/staff")
  void find(@RequestParam String name, @RequestParam String attribute) throws Exception {
    connection.search("ou=staff", SearchScope.SUB, "(cn=" + name + ")"); // expect: ldap-injection
    connection.search("ou=staff", SearchScope.SUB, "(cn=*)", attribute); // ok: ldap-injection
    new SearchRequest("ou=staff", SearchScope.SUB, "(cn=*)", "mail", attribute); // ok: ldap-injection
    SearchRequest request = new SearchRequest("ou=" + name, SearchScope.SUB, "(cn=*)"); // expect: ldap-injection
    connection.search(request);
  }

  @GetMapping("/staff/spring")
  void spring(@RequestParam String name, @RequestParam String password) {
    template.find(LdapQueryBuilder.query().filter("(cn={0})", name), Object.class); // ok: ldap-injection
    template.authenticate(LdapQueryBuilder.query().filter("(cn={0})", name), password); // ok: ldap-injection
    template.searchForObject(LdapNameBuilder.newInstance().add("ou", name).build(), "(cn=*)", null); // ok: ldap-injection
    template.searchForObject(LdapNameBuilder.newInstance().add("ou=" + name).build(), "(cn=*)", null); // expect: ldap-injection
  }

  @GetMapping("/staff/apache")
  void apache(@RequestParam String name) {
    SearchRequestImpl request = new SearchRequestImpl();
    request.setFilter("(cn=" + name + ")"); // expect: ldap-injection
    request.setFilter(new EqualityNode<String>("cn", name)); // ok: ldap-injection
  }

  @GetMapping("/directory")
  Object directory(@RequestParam String server) throws Exception {
    Hashtable<String, String> settings = new Hashtable<>();
    settings.put(Context.SECURITY_PRINCIPAL, server); // ok: code-injection
    settings.put(Context.PROVIDER_URL, server); // expect: code-injection
    InitialContext context = new InitialContext(settings);
    return context.listBindings(server); // expect: code-injection
  }
}
