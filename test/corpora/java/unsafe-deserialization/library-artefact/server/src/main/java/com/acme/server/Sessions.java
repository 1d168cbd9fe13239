package com.acme.server;

import java.io.InputStream;
import java.io.ObjectInputStream;

/** Of a program that is run: nobody else calls it. */
public class Sessions {
  public Object read(InputStream in) throws Exception {
    return new ObjectInputStream(in).readObject(); // ok: unsafe-deserialization
  }
}
