import java.io.IOException;
import java.io.InputStream;
import java.security.*;
import java.util.Properties;
import org.apache.commons.codec.digest.DigestUtils;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.NoOpPasswordEncoder;

public class Hashes {
    private static final String ALGORITHM = "MD5";
    private static final String STRONG = "SHA-512";

    byte[] a(byte[] password) throws Exception {
        return MessageDigest.getInstance("MD5").digest(password); // expect: weak-hash
    }

    byte[] b(byte[] password) throws Exception {
        return MessageDigest.getInstance("SHA-1", "SUN").digest(password); // expect: weak-hash
    }

    byte[] c(byte[] data) throws Exception {
        return MessageDigest.getInstance("SHA-256").digest(data); // ok: weak-hash
    }

    byte[] d(byte[] data) throws Exception {
        MessageDigest digest = MessageDigest.getInstance(STRONG); // ok: weak-hash
        digest.update(data);
        return digest.digest();
    }

    byte[] e(byte[] data) throws Exception {
        return MessageDigest.getInstance(ALGORITHM).digest(data); // expect: weak-hash
    }

    String f(String password) {
        return DigestUtils.md5Hex(password); // expect: weak-hash
    }

    String g(String data) {
        return DigestUtils.sha256Hex(data); // ok: weak-hash
    }

    String h(String password) {
        return DigestUtils.sha1Hex(password); // expect: weak-hash
    }

    String i(String password) {
        return new BCryptPasswordEncoder(12).encode(password); // ok: weak-hash
    }

    byte[] j(byte[] data) throws Exception {
        return MessageDigest.getInstance("sha3-256").digest(data); // ok: weak-hash
    }

    Object k() throws Exception {
        return javax.crypto.SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512"); // ok: weak-hash
    }

    Object l() throws Exception {
        return MessageDigest.getInstance("MD2"); // expect: weak-hash
    }

    String m(String password) {
        return com.google.common.hash.Hashing.md5().hashString(password, java.nio.charset.StandardCharsets.UTF_8).toString(); // expect: weak-hash
    }
}
