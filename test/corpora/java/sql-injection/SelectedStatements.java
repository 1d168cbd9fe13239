String sort = request.getParameter("sort");
String name = request.getParameter("name");
Statement statement = connection.createStatement();
statement.executeQuery("select * from users order by " + sort); // expect: sql-injection
PreparedStatement prepared = connection.prepareStatement("select * from users where name = ?"); // ok: sql-injection
prepared.setString(1, name);
if (name.matches("[a-z]+")) {
  statement.executeQuery("select * from users where name = '" + name + "'"); // ok: sql-injection
}
