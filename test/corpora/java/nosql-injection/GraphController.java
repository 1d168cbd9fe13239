package com.acme.graph;

import java.util.Map;
import org.neo4j.driver.Driver;
import org.neo4j.driver.Session;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class GraphController {
  private final Driver driver;

  public GraphController(Driver driver) {
    this.driver = driver;
  }

  @GetMapping("/friends")
  public int friends(@RequestParam String person) {
    try (Session session = driver.session()) {
      session.run("MATCH (p:Person {name: $name})-[:KNOWS]->(f) RETURN f", Map.of("name", person)); // ok: nosql-injection
      session.run("MATCH (p:Person {name: '" + person + "'})-[:KNOWS]->(f) RETURN f"); // expect: nosql-injection
      return 0;
    }
  }
}
