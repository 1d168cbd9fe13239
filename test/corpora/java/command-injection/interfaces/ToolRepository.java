package com.acme.tools;

public interface ToolRepository {
  Tool find(String name);

  boolean enabled(String feature);
}

record Tool(String name, String path) {}
