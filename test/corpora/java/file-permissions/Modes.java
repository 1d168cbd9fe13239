import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

class Modes {
    void share(Path path, File file) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxrwxrwx")); // expect: file-permissions
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r-----")); // ok: file-permissions
        file.setWritable(true, false); // expect: file-permissions
        file.setWritable(true, true); // ok: file-permissions
        file.setWritable(true); // ok: file-permissions
    }
}
