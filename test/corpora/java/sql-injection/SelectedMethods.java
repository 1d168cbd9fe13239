@Autowired JdbcTemplate jdbc;
private static final String TABLE = "users";

@GetMapping("/users")
public List<User> find(@RequestParam String name) {
  return jdbc.query("select * from " + TABLE + " where name = '" + name + "'", mapper); // expect: sql-injection
}

@GetMapping("/users/safe")
public List<User> findSafely(@RequestParam String name) {
  return jdbc.query("select * from " + TABLE + " where name = ?", mapper, name); // ok: sql-injection
}

int count(int age) throws SQLException {
  return jdbc.queryForObject("select count(*) from " + TABLE + " where age > " + age, Integer.class); // ok: sql-injection
}
