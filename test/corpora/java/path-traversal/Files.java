package docs;

import jakarta.servlet.http.*;
import java.io.*;
import java.nio.file.*;
import java.util.zip.*;
import org.apache.commons.io.FileUtils;
import org.apache.commons.io.FilenameUtils;
import org.springframework.core.io.*;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.multipart.MultipartFile;

@RestController
@RequestMapping("/docs")
public class Files {
    private static final String ROOT = "/srv/docs";
    private final Path root = Paths.get(ROOT).toAbsolutePath().normalize();

    @GetMapping("/file")
    public String file(@RequestParam String name) throws IOException {
        return new String(java.nio.file.Files.readAllBytes(Paths.get(ROOT, name))); // expect: path-traversal
    }

    @GetMapping("/old")
    public void old(HttpServletRequest request, HttpServletResponse response) throws IOException {
        File file = new File(ROOT + "/" + request.getParameter("name")); // expect: path-traversal
        try (InputStream in = new FileInputStream(file)) {
            in.transferTo(response.getOutputStream());
        }
    }

    @GetMapping("/normalised")
    public byte[] normalised(@RequestParam String name) throws IOException {
        Path path = root.resolve(name).normalize();
        if (!path.startsWith(root)) {
            throw new IllegalArgumentException("outside");
        }
        return java.nio.file.Files.readAllBytes(path); // ok: path-traversal
    }

    @GetMapping("/canonical")
    public FileReader canonical(@RequestParam String name) throws IOException {
        File file = new File(ROOT, FilenameUtils.getName(name));
        return new FileReader(file); // ok: path-traversal
    }

    @GetMapping("/res")
    public ResponseEntity<Resource> resource(@RequestParam String name) {
        return ResponseEntity.ok(new FileSystemResource(ROOT + name)); // expect: path-traversal
    }

    @PostMapping("/up")
    public void upload(@RequestParam MultipartFile file) throws IOException {
        file.transferTo(new File("/srv/up/" + file.getOriginalFilename())); // expect: path-traversal
        file.transferTo(new File("/srv/up/" + java.util.UUID.randomUUID() + ".bin")); // ok: path-traversal
    }

    @GetMapping("/num")
    public String number(@RequestParam long id) throws IOException {
        return FileUtils.readFileToString(new File(ROOT, id + ".txt"), "UTF-8"); // ok: path-traversal
    }

    @PostMapping("/unzip")
    public void unzip(InputStream body) throws IOException {
        ZipInputStream zip = new ZipInputStream(body);
        ZipEntry entry;
        while ((entry = zip.getNextEntry()) != null) {
            Path out = Paths.get("/srv/out").resolve(entry.getName());
            java.nio.file.Files.copy(zip, out); // expect: path-traversal
        }
    }

    @PostMapping("/unzip2")
    public void unzipSafely(InputStream body) throws IOException {
        Path base = Paths.get("/srv/out").toAbsolutePath().normalize();
        try (ZipInputStream zip = new ZipInputStream(body)) {
            for (ZipEntry e = zip.getNextEntry(); e != null; e = zip.getNextEntry()) {
                Path out = base.resolve(e.getName()).normalize();
                if (!out.startsWith(base)) throw new IOException("bad entry");
                java.nio.file.Files.copy(zip, out); // ok: path-traversal
            }
        }
    }

    @DeleteMapping("/{name}")
    public void delete(@PathVariable String name) {
        if (name.contains("..") || name.contains("/")) {
            return;
        }
        new File(ROOT, name).delete(); // ok: path-traversal
    }
}
