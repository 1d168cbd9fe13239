package com.acme.orders;

import java.util.List;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class OrderController {
  private final OrderService orders;

  public OrderController(OrderService orders) {
    this.orders = orders;
  }

  @GetMapping("/orders")
  public List<Map<String, Object>> search(@RequestParam(required = false) String status, @RequestParam String sort) {
    return orders.search(status, sort);
  }

  @GetMapping("/orders/{id}")
  public Map<String, Object> one(@PathVariable long id) {
    return orders.byId(id);
  }

  @PostMapping("/orders/filter")
  public List<Map<String, Object>> filter(@RequestBody OrderFilter filter) {
    return orders.filter(filter);
  }
}
