package com.acme.store;

import java.io.InputStream;
import java.io.ObjectInputStream;

public class Readers {
  public Object read(InputStream in) throws Exception {
    return new ObjectInputStream(in).readObject(); // ok: unsafe-deserialization
  }
}
