import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.SignatureAlgorithm;
import java.sql.*;
import javax.crypto.spec.SecretKeySpec;

public class MixedSecrets {
    private static final String DB_PASSWORD = "s3cr3T!pazz"; // expect: hard-coded-secret
    private static final String PASSWORD_PARAM = "password"; // ok: hard-coded-secret

    Connection a() throws SQLException {
        return DriverManager.getConnection("jdbc:mysql://h/d", "root", "Pa55w0rd-42"); // expect: hard-coded-secret
    }

    Connection b() throws SQLException {
        return DriverManager.getConnection("jdbc:mysql://h/d", "root", System.getenv("DB_PASSWORD")); // ok: hard-coded-secret
    }

    SecretKeySpec c() {
        return new SecretKeySpec("0123456789abcdef".getBytes(), "AES"); // expect: hard-coded-secret
    }

    SecretKeySpec d(byte[] key) {
        return new SecretKeySpec(key, "AES"); // ok: hard-coded-secret
    }

    String e(String sub) {
        return Jwts.builder().setSubject(sub).signWith(SignatureAlgorithm.HS256, "very-long-signing-key-of-mine").compact(); // expect: hard-coded-secret
    }

}
