package reports;

import java.io.File;
import java.io.FileOutputStream;
import java.io.FileWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.UUID;

class ReportCache {
  void write(String text) throws Exception {
    File fixed = new File(System.getProperty("java.io.tmpdir"), "report.txt"); // ok: insecure-temporary-file
    new FileWriter(fixed).write(text); // expect: insecure-temporary-file
    Files.writeString(fixed.toPath(), text); // expect: insecure-temporary-file
    Path path = Paths.get(System.getProperty("java.io.tmpdir"), "report.csv");
    Files.writeString(path, text); // expect: insecure-temporary-file
  }

  void unguessable(String text) throws Exception {
    File own = new File(System.getProperty("java.io.tmpdir"), UUID.randomUUID() + ".txt");
    new FileOutputStream(own); // ok: insecure-temporary-file
    File home = new File(System.getProperty("user.home"), "report.txt");
    new FileOutputStream(home); // ok: insecure-temporary-file
    Files.writeString(Files.createTempFile("report", ".txt"), text); // ok: insecure-temporary-file
  }
}
