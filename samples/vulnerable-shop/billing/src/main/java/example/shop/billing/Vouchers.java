package example.shop.billing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

final class Vouchers {
    private static final SecureRandom SECURE = new SecureRandom();

    private Vouchers() {}

    static String sessionToken() {
        return Long.toHexString(new Random().nextLong());
    }

    static byte[] seal(String voucher, SecretKey key) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("DES/ECB/PKCS5Padding");
        cipher.init(Cipher.ENCRYPT_MODE, key);
        return cipher.doFinal(voucher.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] sealWithDate(String voucher, SecretKey key) throws GeneralSecurityException {
        byte[] nonce = new byte[12];
        SECURE.nextBytes(nonce);
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, nonce));
        return cipher.doFinal(voucher.getBytes(StandardCharsets.UTF_8));
    }
}
