package com.acme.page;

import java.util.HashMap;
import java.util.Map;

public class PageRequest {
  private String sort;
  private String term;
  private int size;
  private Map<String, Object> params;

  public String getSort() {
    return sort;
  }

  public void setSort(String sort) {
    this.sort = sort;
  }

  public String getTerm() {
    return term;
  }

  public void setTerm(String term) {
    this.term = term;
  }

  public int getSize() {
    return size;
  }

  public void setSize(int size) {
    this.size = size;
  }

  public Map<String, Object> getParams() {
    if (params == null) {
      params = new HashMap<>();
    }
    return params;
  }

  public void setParams(Map<String, Object> params) {
    this.params = params;
  }
}
