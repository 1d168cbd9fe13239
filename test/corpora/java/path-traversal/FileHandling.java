package com.acme.files;

import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.io.FilenameUtils;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.UrlResource;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.multipart.MultipartFile;

@RestController
public class FilesAndArchives {
  private final Path root = Paths.get("/srv/data").toAbsolutePath().normalize();
  private static final Map<String, String> DOCS = Map.of("terms", "terms.pdf", "privacy", "privacy.pdf");

  private Path inside(String name) {
    Path p = root.resolve(name).normalize();
    if (!p.startsWith(root)) {
      throw new SecurityException("outside");
    }
    return p;
  }

  @GetMapping("/a")
  byte[] a(@RequestParam String name) throws IOException {
    return Files.readAllBytes(root.resolve(name)); // expect: path-traversal
  }

  @GetMapping("/b")
  byte[] b(@RequestParam String name) throws IOException {
    return Files.readAllBytes(inside(name)); // ok: path-traversal
  }

  @GetMapping("/c")
  Resource c(@RequestParam String name) throws Exception {
    return new UrlResource(root.resolve(name).toUri()); // expect: path-traversal
  }

  @GetMapping("/d")
  Resource d(@RequestParam String name) {
    return new FileSystemResource("/srv/data/" + FilenameUtils.getName(name)); // ok: path-traversal
  }

  @GetMapping("/e")
  Resource e(@RequestParam String doc) {
    return new FileSystemResource("/srv/data/" + DOCS.getOrDefault(doc, "index.pdf")); // ok: path-traversal
  }

  @GetMapping("/f")
  String f(@RequestParam String name) throws IOException {
    if (name.contains("..") || name.contains("/") || name.contains("\\")) {
      throw new IllegalArgumentException("name");
    }
    return Files.readString(root.resolve(name)); // ok: path-traversal
  }

  @GetMapping("/g")
  int g(@RequestParam String name) throws IOException {
    File file = new File("/srv/data", name);
    if (!file.getCanonicalPath().startsWith("/srv/data/")) {
      return 0;
    }
    try (BufferedReader r = new BufferedReader(new FileReader(file))) { // ok: path-traversal
      return r.read();
    }
  }

  @GetMapping("/h")
  String h(@RequestParam String name) throws IOException {
    String cleaned = name.replace("../", "");
    try (Reader r = new FileReader("/srv/data/" + cleaned, StandardCharsets.UTF_8)) { // expect: path-traversal
      return String.valueOf(r.read());
    }
  }

  @PostMapping("/upload")
  void upload(@RequestParam MultipartFile file) throws IOException {
    file.transferTo(new File("/srv/data/" + file.getOriginalFilename())); // expect: path-traversal
    String clean = StringUtils.cleanPath(file.getOriginalFilename());
    if (clean.contains("..")) {
      throw new IOException("bad");
    }
    Files.copy(file.getInputStream(), root.resolve(clean), StandardCopyOption.REPLACE_EXISTING); // expect: path-traversal
    String stored = java.util.UUID.randomUUID() + ".bin";
    Files.copy(file.getInputStream(), root.resolve(stored)); // ok: path-traversal
    String ext = FilenameUtils.getExtension(file.getOriginalFilename());
    Files.write(root.resolve("avatar." + ext), file.getBytes()); // ok: path-traversal
  }

  @PostMapping("/unzip")
  void unzip(@RequestParam MultipartFile zip) throws IOException {
    try (ZipInputStream in = new ZipInputStream(zip.getInputStream())) {
      for (ZipEntry entry; (entry = in.getNextEntry()) != null; ) {
        Path out = root.resolve(entry.getName());
        Files.copy(in, out); // expect: path-traversal
      }
    }
    try (ZipInputStream in = new ZipInputStream(zip.getInputStream())) {
      ZipEntry entry;
      while ((entry = in.getNextEntry()) != null) {
        Path out = root.resolve(entry.getName()).normalize();
        if (!out.startsWith(root)) throw new IOException("slip");
        Files.copy(in, out); // ok: path-traversal
      }
    }
  }

  void untar(InputStream raw, File dest) throws IOException {
    TarArchiveInputStream tar = new TarArchiveInputStream(raw);
    TarArchiveEntry entry;
    while ((entry = tar.getNextTarEntry()) != null) {
      File f = new File(dest, entry.getName()); // expect: path-traversal
      try (OutputStream out = new FileOutputStream(f)) {
        tar.transferTo(out);
      }
    }
  }

  void list(File archive) throws IOException {
    try (ZipFile zip = new ZipFile(archive)) {
      zip.stream().forEach(e -> System.out.println(e.getName())); // ok: path-traversal
    }
  }
}
