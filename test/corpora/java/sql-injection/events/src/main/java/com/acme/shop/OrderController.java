package com.acme.shop;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.web.bind.annotation.*;

@RestController
@RequestMapping("/orders")
public class OrderController {
  private final ApplicationEventPublisher publisher;

  public OrderController(ApplicationEventPublisher publisher) {
    this.publisher = publisher;
  }

  @PostMapping
  public void place(@RequestParam String coupon, @RequestParam long customer) {
    publisher.publishEvent(new OrderPlaced(coupon, customer));
  }

  @PutMapping("/customer")
  public void rename(@RequestBody RenameRequest body) {
    publisher.publishEvent(new CustomerRenamed(this, body.name(), body.tier()));
  }

  @PostMapping("/audit")
  public void audit() {
    publisher.publishEvent(new AuditRequested("SELECT 1"));
  }

  public record RenameRequest(String name, int tier) {}
}
