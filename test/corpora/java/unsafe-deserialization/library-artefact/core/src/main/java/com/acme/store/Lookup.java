package com.acme.store;

import javax.script.ScriptEngineManager;

public interface Lookup {
  Object lookup(String key) throws Exception;

  static Lookup scripts() {
    return new Scripts();
  }
}

/** Not public itself, but handed out as what is. */
class Scripts implements Lookup {
  @Override
  public Object lookup(String key) throws Exception {
    return new ScriptEngineManager().getEngineByName("js").eval("lookup('" + key + "')"); // expect: code-injection
  }

  public Object other(String key) throws Exception {
    return new ScriptEngineManager().getEngineByName("js").eval(key); // ok: code-injection
  }

  private Object lookup(Integer number, String key) throws Exception {
    return new ScriptEngineManager().getEngineByName("js").eval(key); // ok: code-injection
  }
}
