package com.acme.shop;

import org.springframework.context.ApplicationListener;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;

@Component
class Listeners {
  private final JdbcTemplate jdbc;

  Listeners(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  @EventListener
  public void on(OrderPlaced event) {
    jdbc.update("UPDATE coupons SET used = 1 WHERE code = '" + event.coupon() + "'"); // expect: sql-injection
    jdbc.update("UPDATE customers SET orders = orders + 1 WHERE id = " + event.customerId()); // ok: sql-injection
  }

  @Async
  @TransactionalEventListener
  public void log(OrderPlaced placed) {
    jdbc.update("INSERT INTO log (coupon) VALUES (?)", placed.coupon()); // ok: sql-injection
  }

  @EventListener
  public void audit(AuditRequested requested) {
    jdbc.execute(requested.sql()); // ok: sql-injection
  }
}

@Component
class RenameListener implements ApplicationListener<CustomerRenamed> {
  private final JdbcTemplate jdbc;

  RenameListener(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public void onApplicationEvent(CustomerRenamed event) {
    jdbc.update("UPDATE customers SET name = '" + event.getNewName() + "'"); // expect: sql-injection
    jdbc.update("UPDATE customers SET tier = " + event.getTier()); // ok: sql-injection
  }
}
