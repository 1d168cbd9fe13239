import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

public class Unpack {
  void links(File archive, Path folder) throws IOException {
    try (TarArchiveInputStream tar = new TarArchiveInputStream(new FileInputStream(archive))) {
      for (TarArchiveEntry entry = tar.getNextTarEntry(); entry != null; entry = tar.getNextTarEntry()) {
        Path target = folder.resolve(entry.getName()).normalize();
        if (!target.startsWith(folder)) throw new IOException(entry.getName());
        if (entry.isSymbolicLink()) {
          Files.createSymbolicLink(target, Path.of(entry.getLinkName())); // expect: link-following
        } else Files.copy(tar, target);
      }
    }
  }

  void checked(File archive, Path folder) throws IOException {
    try (TarArchiveInputStream tar = new TarArchiveInputStream(new FileInputStream(archive))) {
      for (TarArchiveEntry entry = tar.getNextTarEntry(); entry != null; entry = tar.getNextTarEntry()) {
        Path target = folder.resolve(entry.getName()).normalize();
        if (!target.startsWith(folder)) throw new IOException(entry.getName());
        if (entry.isSymbolicLink()) {
          Path led = target.getParent().resolve(entry.getLinkName()).normalize();
          if (!led.startsWith(folder)) throw new IOException(entry.getLinkName());
          Files.createSymbolicLink(target, led); // ok: link-following
        } else Files.copy(tar, target);
      }
    }
  }

  void without(File archive, Path folder) throws IOException {
    try (TarArchiveInputStream tar = new TarArchiveInputStream(new FileInputStream(archive))) {
      for (TarArchiveEntry entry = tar.getNextTarEntry(); entry != null; entry = tar.getNextTarEntry()) {
        Path target = folder.resolve(entry.getName()).normalize();
        if (!target.startsWith(folder) || entry.isSymbolicLink()) continue;
        Files.copy(tar, target); // ok: link-following
      }
    }
  }
}
