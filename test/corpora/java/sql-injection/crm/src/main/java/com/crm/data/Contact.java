package com.crm.data;

public class Contact {
  public long id;
  public String name;
}
