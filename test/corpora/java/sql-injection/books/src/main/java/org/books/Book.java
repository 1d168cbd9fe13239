package org.books;

import io.quarkus.hibernate.orm.panache.PanacheEntity;
import jakarta.persistence.Entity;
import java.util.List;

@Entity
public class Book extends PanacheEntity {
  public String title;
  public String author;

  public static List<Book> byAuthor(String author) {
    return list("author", author); // ok: sql-injection
  }

  public static List<Book> search(String clause) {
    return find("from Book where " + clause).list(); // expect: sql-injection
  }

  public static long removeAll(String title) {
    return delete("title = ?1", title); // ok: sql-injection
  }
}
