package com.acme.store;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.ws.rs.GET;
import javax.ws.rs.QueryParam;

@javax.ws.rs.Path("/store")
public class GuardedStore {
  private final Path root = Path.of("/srv/store");

  @GET
  public byte[] read(@QueryParam("name") String name) throws IOException {
    Path path = root.resolve(name);
    requireInside(root, path);
    return Files.readAllBytes(path); // ok: path-traversal
  }

  @GET
  @javax.ws.rs.Path("open")
  public byte[] open(@QueryParam("name") String name) throws IOException {
    Path path = root.resolve(name);
    requireName(name);
    return Files.readAllBytes(path); // expect: path-traversal
  }

  @GET
  @javax.ws.rs.Path("word")
  public String word(@QueryParam("name") String name) throws IOException {
    if (!isWord(name)) {
      throw new FileNotFoundException();
    }
    return Files.readString(root.resolve(name)); // ok: path-traversal
  }

  @GET
  @javax.ws.rs.Path("prefixed")
  public byte[] prefixed(@QueryParam("name") String name) throws IOException {
    if (!name.startsWith("user-")) {
      return new byte[0];
    }
    return Files.readAllBytes(root.resolve(name)); // expect: path-traversal
  }

  @GET
  @javax.ws.rs.Path("clean")
  public boolean clean(@QueryParam("name") String name) {
    File file = new File("/srv/store", name.replaceAll("[^A-Za-z0-9_]", "")); // ok: path-traversal
    return file.delete();
  }

  void unpack(ZipInputStream zip, Path target) throws IOException {
    for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
      Path file = target.resolve(entry.getName()).normalize();
      if (file.startsWith(target)) {
        Files.copy(zip, file); // ok: path-traversal
      }
      Files.createDirectories(target.resolve(entry.getName())); // expect: path-traversal
    }
  }

  private static boolean isWord(String text) {
    return text != null && text.matches("\\w{1,40}");
  }

  private static void requireInside(Path root, Path path) {
    if (!path.normalize().startsWith(root)) {
      throw new SecurityException("outside of " + root);
    }
  }

  private static void requireName(String name) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("empty");
    }
  }
}
