package directory;

class DirectoryClient {
  void careless() {
    System.setProperty("com.sun.jndi.ldap.object.disableEndpointIdentification", "true"); // expect: tls-verification-disabled
  }

  void careful() {
    System.setProperty("com.sun.jndi.ldap.object.disableEndpointIdentification", "false"); // ok: tls-verification-disabled
    System.setProperty("com.sun.jndi.ldap.connect.timeout", "true"); // ok: tls-verification-disabled
  }
}
