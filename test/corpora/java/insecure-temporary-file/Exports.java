package com.acme.exports;

import java.io.File;
import java.io.FileWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

public class Exports {
  public void export() throws IOException {
    Path safe = Files.createTempFile("export", ".csv"); // ok: insecure-temporary-file
    Files.writeString(safe, "a,b");
    File directory = com.google.common.io.Files.createTempDir(); // expect: insecure-temporary-file
    try (FileWriter writer = new FileWriter("/tmp/export.csv")) { // expect: insecure-temporary-file
      writer.write(directory.getName());
    }
    try (FileWriter writer = new FileWriter("/var/lib/acme/export.csv")) { // ok: insecure-temporary-file
      writer.write("a,b");
    }
  }
}
