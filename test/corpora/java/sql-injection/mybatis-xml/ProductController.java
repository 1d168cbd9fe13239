package com.acme.products;

import java.util.List;
import java.util.Set;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class ProductController {
  private static final Set<String> COLUMNS = Set.of("name", "price");

  private final ProductMapper products;

  public ProductController(ProductMapper products) {
    this.products = products;
  }

  @GetMapping("/products")
  public List<Product> list(@RequestParam String name, @RequestParam String order, @RequestParam long limit) {
    products.removeBelow(limit); // ok: sql-injection
    if (name.isEmpty()) {
      return products.sorted(name, order); // expect: sql-injection
    }
    if (COLUMNS.contains(order)) {
      return products.sorted(name, order); // ok: sql-injection
    }
    return products.byName(name); // ok: sql-injection
  }

  @GetMapping("/products/search")
  public List<Product> search(@RequestParam String where) {
    products.search(new Filter("stock > 0")); // ok: sql-injection
    return products.search(new Filter(where)); // expect: sql-injection
  }
}

record Filter(String condition) {}

record Product(long id, String name) {}
