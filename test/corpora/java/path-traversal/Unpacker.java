package com.acme.files;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

public class Unpacker {
  public void unpack(InputStream upload, File directory) throws IOException {
    try (ZipInputStream zip = new ZipInputStream(upload)) {
      ZipEntry entry;
      while ((entry = zip.getNextEntry()) != null) {
        File file = new File(directory, entry.getName()); // expect: path-traversal
        try (FileOutputStream out = new FileOutputStream(file)) { // ok: path-traversal
          zip.transferTo(out);
        }
      }
    }
  }

  public void unpackFlat(InputStream upload, File directory) throws IOException {
    try (ZipInputStream zip = new ZipInputStream(upload)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (entry.isDirectory() || entry.getName().contains("..")) {
          continue;
        }
        int number = entry.hashCode();
        File file = new File(directory, "entry-" + number); // ok: path-traversal
        try (FileOutputStream out = new FileOutputStream(file)) { // ok: path-traversal
          zip.transferTo(out);
        }
      }
    }
  }
}
