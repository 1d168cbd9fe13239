package com.acme.report;

import java.util.Objects;

public class Settings {
  private final String filter;
  private final int limit;

  private Settings(Builder builder) {
    this.filter = builder.filter;
    this.limit = builder.limit;
  }

  public static Builder builder() {
    return new Builder();
  }

  public String getFilter() {
    return filter;
  }

  public int getLimit() {
    return limit;
  }

  public static class Builder {
    private String filter = "";
    private int limit = 10;

    public Builder filter(String filter) {
      this.filter = Objects.requireNonNull(filter);
      return this;
    }

    public Builder limit(int limit) {
      this.limit = limit;
      return this;
    }

    public Settings build() {
      return new Settings(this);
    }
  }
}
