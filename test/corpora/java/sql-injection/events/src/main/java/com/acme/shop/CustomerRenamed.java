package com.acme.shop;

import org.springframework.context.ApplicationEvent;

public class CustomerRenamed extends ApplicationEvent {
  private final String newName;
  private final int tier;

  public CustomerRenamed(Object source, String newName, int tier) {
    super(source);
    this.newName = newName;
    this.tier = tier;
  }

  public String getNewName() {
    return newName;
  }

  public int getTier() {
    return tier;
  }
}
