package com.acme.store;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.sql.Connection;
import java.sql.ResultSet;

/** What programs that use the artefact call. */
public class Snapshots {
  private final File folder;

  public Snapshots(File folder) {
    this.folder = folder;
  }

  public Object read(InputStream in) throws Exception {
    return new ObjectInputStream(in).readObject(); // expect: unsafe-deserialization
  }

  public Object decode(byte[] data) throws Exception {
    return decoded(new ByteArrayInputStream(data));
  }

  private static Object decoded(InputStream in) throws Exception {
    return new ObjectInputStream(in).readObject(); // expect: unsafe-deserialization
  }

  Object own(InputStream in) throws Exception {
    return new ObjectInputStream(in).readObject(); // ok: unsafe-deserialization
  }

  /** A part of a path below a folder that is fixed. */
  public InputStream open(String name) throws IOException {
    return new FileInputStream(new File(folder, name)); // expect: path-traversal
  }

  /** The path itself is what the caller asks for. */
  public InputStream openFile(String path) throws IOException {
    return new FileInputStream(path); // ok: path-traversal
  }

  public InputStream openFile(File file) throws IOException {
    return new FileInputStream(file); // ok: path-traversal
  }

  public ResultSet find(Connection connection, String name) throws Exception {
    return connection.createStatement().executeQuery("SELECT * FROM snapshots WHERE name = '" + name + "'"); // expect: sql-injection
  }

  public ResultSet find(Connection connection, int id) throws Exception {
    return connection.createStatement().executeQuery("SELECT * FROM snapshots WHERE id = " + id); // ok: sql-injection
  }
}
