import java.security.*;
import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.*;
import javax.crypto.spec.*;

public class MixedCiphers {
    private static final String TRANSFORMATION = "DES/CBC/PKCS5Padding";

    void all(SecretKey key) throws Exception {
        Cipher.getInstance("DES/ECB/PKCS5Padding"); // expect: weak-cipher
        Cipher.getInstance("AES/ECB/PKCS5Padding"); // expect: weak-cipher
        Cipher.getInstance("AES"); // expect: weak-cipher
        Cipher.getInstance(TRANSFORMATION); // expect: weak-cipher
        Cipher.getInstance("DESede"); // expect: weak-cipher
        Cipher.getInstance("RC4"); // expect: weak-cipher
        Cipher.getInstance("Blowfish"); // expect: weak-cipher
        Cipher.getInstance("AES/GCM/NoPadding"); // ok: weak-cipher
        Cipher.getInstance("AES/GCM/NoPadding", "SunJCE"); // ok: weak-cipher
        Cipher.getInstance("ChaCha20-Poly1305"); // ok: weak-cipher
        Cipher.getInstance("RSA/ECB/OAEPWithSHA-256AndMGF1Padding"); // ok: weak-cipher
        KeyGenerator.getInstance("DES"); // expect: weak-cipher
        KeyGenerator.getInstance("AES"); // ok: weak-cipher
        KeyPairGenerator g = KeyPairGenerator.getInstance("RSA");
        g.initialize(1024); // expect: weak-cipher
        KeyPairGenerator h = KeyPairGenerator.getInstance("RSA");
        h.initialize(3072); // ok: weak-cipher
    }


    byte[] randomIv(SecretKey key, byte[] text) throws Exception {
        byte[] iv = new byte[12];
        new SecureRandom().nextBytes(iv);
        Cipher c = Cipher.getInstance("AES/GCM/NoPadding");
        c.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, iv)); // ok: weak-cipher
        return c.doFinal(text);
    }
}
