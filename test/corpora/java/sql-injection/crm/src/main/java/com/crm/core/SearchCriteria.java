package com.crm.core;

public class SearchCriteria {
  private String name;
  private String city;
  private boolean active;
  private java.time.LocalDate since;

  public String getName() { return name; }
  public void setName(String name) { this.name = name; }
  public String getCity() { return city; }
  public void setCity(String city) { this.city = city; }
  public boolean isActive() { return active; }
  public void setActive(boolean active) { this.active = active; }
  public java.time.LocalDate getSince() { return since; }
  public void setSince(java.time.LocalDate since) { this.since = since; }
}
