import java.io.*;
import java.nio.file.*;

public class Temps {
    void a() throws IOException {
        Path p = Files.createTempFile("a", ".tmp"); // ok: insecure-temporary-file
        new FileWriter("/tmp/fixed.txt").close(); // expect: insecure-temporary-file
    }
}
