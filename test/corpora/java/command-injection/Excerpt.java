class Backup {
  void run(HttpServletRequest request, HttpServletResponse response) throws Exception {
    String host = request.getParameter("host");
    Runtime.getRuntime().exec("sh -c 'ping " + host + "'"); // expect: command-injection
    Cipher cipher = Cipher.getInstance("DES/ECB/PKCS5Padding"); // expect: weak-cipher
    Cipher sound = Cipher.getInstance("AES/GCM/NoPadding"); // ok: weak-cipher
    Path file = Paths.get("/srv/files", request.getParameter("name"));
    Files.readAllBytes(file); // expect: path-traversal
    Integer count = Integer.valueOf(request.getParameter("count"));
    Runtime.getRuntime().exec("head -n " + count); // ok: command-injection
  }

  void find(EntityManager em, String name) {
    em.createQuery("select u from User u where u.name = '" + name + "'"); // expect: sql-injection
    em.createQuery("select u from User u where u.name = :name").setParameter("name", name); // ok: sql-injection
  }
}
