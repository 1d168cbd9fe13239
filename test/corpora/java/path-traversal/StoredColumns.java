// What a statement puts into a column of a table, another statement finds in that column, and in no other.
import java.io.FileInputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class StoredColumns {
  private Connection connection;
  private JdbcTemplate template;

  @PostMapping("/films")
  void add(@RequestParam String file) throws Exception {
    PreparedStatement statement = connection.prepareStatement("INSERT INTO films (title, file) VALUES (?, ?)");
    statement.setString(1, "untitled");
    statement.setString(2, file);
    statement.executeUpdate();
    template.update("UPDATE books SET file = ?, state = ? WHERE number = ?", file, "new", 1);
  }

  @GetMapping("/films")
  void films() throws Exception {
    PreparedStatement statement = connection.prepareStatement("SELECT title, file FROM films");
    ResultSet rows = statement.executeQuery();
    while (rows.next()) {
      new FileInputStream("/films/" + rows.getString("file")); // expect: path-traversal
      new FileInputStream("/films/" + rows.getString(2)); // expect: path-traversal
      new FileInputStream("/films/" + rows.getString(1)); // ok: path-traversal
    }
  }

  @GetMapping("/books")
  void books() throws Exception {
    for (String file : template.queryForList("SELECT file FROM books", String.class))
      new FileInputStream("/books/" + file); // expect: path-traversal
    for (String state : template.queryForList("SELECT state FROM books", String.class))
      new FileInputStream("/books/" + state); // ok: path-traversal
    template.query(
        "SELECT * FROM books",
        (row, number) -> {
          open(row.getString("file"));
          return new FileInputStream("/books/" + row.getString("state")); // ok: path-traversal
        });
  }

  private void open(String file) throws Exception {
    new FileInputStream("/books/" + file); // expect: path-traversal
  }
}
