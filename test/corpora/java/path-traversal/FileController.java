package com.acme.files;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.apache.commons.io.FileUtils;
import org.apache.commons.io.FilenameUtils;
import org.springframework.core.io.FileSystemResource;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

@RestController
public class FileController {
  private static final Path ROOT = Paths.get("/srv/files");
  private static final String AVATARS = "/srv/avatars/";

  @GetMapping("/files/{name}")
  public byte[] read(@PathVariable String name) throws IOException {
    return Files.readAllBytes(Paths.get("/srv/files/" + name)); // expect: path-traversal
  }

  @GetMapping("/files/checked/{name}")
  public byte[] readChecked(@PathVariable String name) throws IOException {
    Path path = ROOT.resolve(name).normalize();
    if (!path.startsWith(ROOT)) {
      throw new SecurityException("outside");
    }
    return Files.readAllBytes(path); // ok: path-traversal
  }

  @GetMapping("/files/canonical")
  public InputStream canonical(@RequestParam String name) throws IOException {
    File base = new File("/srv/files");
    File file = new File(base, FilenameUtils.getName(name)); // ok: path-traversal
    return new FileInputStream(file); // ok: path-traversal
  }

  @GetMapping("/files/dots")
  public String dots(@RequestParam String name) throws IOException {
    if (name.contains("..")) {
      return "no";
    }
    return FileUtils.readFileToString(new File(AVATARS + name), "UTF-8"); // ok: path-traversal
  }

  @GetMapping("/files/number/{id}")
  public FileSystemResource byNumber(@PathVariable Integer id) {
    return new FileSystemResource(AVATARS + id + ".png"); // ok: path-traversal
  }

  @GetMapping("/files/under-root")
  public InputStream underRoot(@RequestParam String name) throws IOException {
    File file = new File("/srv/files", name); // ok: path-traversal
    String canonical = file.getCanonicalPath();
    if (!canonical.startsWith("/srv/files/")) {
      throw new SecurityException("outside");
    }
    return new FileInputStream(file); // ok: path-traversal
  }

  @GetMapping("/files/looked-at")
  public boolean lookedAt(@RequestParam String name) {
    String shown = new File(name).getName(); // ok: path-traversal
    File file = new File("/srv/files", name); // expect: path-traversal
    return shown.isEmpty() || file.exists() && file.delete();
  }

  @GetMapping("/files/raw-prefix")
  public byte[] resolved(@RequestParam String name) throws IOException {
    Path path = Paths.get("/srv/files").resolve(name);
    if (!path.toRealPath().startsWith(ROOT)) {
      return new byte[0];
    }
    return Files.readAllBytes(path); // ok: path-traversal
  }

  @PostMapping("/avatar")
  public ResponseEntity<String> upload(@RequestParam("file") MultipartFile file, @RequestParam String user) throws IOException {
    File target = new File(AVATARS + file.getOriginalFilename()); // expect: path-traversal
    file.transferTo(target); // ok: path-traversal
    Path own = Paths.get(AVATARS).resolve(user);
    Files.createDirectories(own); // expect: path-traversal
    Path generated = Paths.get(AVATARS, java.util.UUID.randomUUID() + ".png");
    Files.copy(file.getInputStream(), generated); // ok: path-traversal
    return ResponseEntity.ok("stored");
  }
}
