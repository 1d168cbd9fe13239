package com.acme.orders;

public class OrderFilter {
  private String customer;
  private int limit;
  private SortOrder order;

  public String getCustomer() {
    return customer;
  }

  public void setCustomer(String customer) {
    this.customer = customer;
  }

  public int getLimit() {
    return limit;
  }

  public SortOrder getOrder() {
    return order;
  }

  public enum SortOrder {
    ASC,
    DESC
  }
}
