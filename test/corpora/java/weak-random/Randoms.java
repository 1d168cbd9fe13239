import java.security.SecureRandom;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import javax.servlet.http.*;
import org.apache.commons.lang3.RandomStringUtils;

public class Randoms extends HttpServlet {
    private static final SecureRandom SECURE = new SecureRandom();
    private final Random shared = new SecureRandom();

    String token() {
        return Long.toHexString(new Random().nextLong()); // expect: weak-random
    }

    String sessionId() {
        return "s" + Math.random(); // expect: weak-random
    }

    int otp() {
        return ThreadLocalRandom.current().nextInt(100000, 999999); // expect: weak-random
    }

    String password() {
        return RandomStringUtils.randomAlphanumeric(12); // expect: weak-random
    }

    String strong() {
        byte[] bytes = new byte[16];
        SECURE.nextBytes(bytes); // ok: weak-random
        return Integer.toHexString(SECURE.nextInt()); // ok: weak-random
    }

    int viaField() {
        return shared.nextInt(); // ok: weak-random
    }

    void key() {
        Random random = new Random(System.currentTimeMillis());
        byte[] key = new byte[16];
        random.nextBytes(key); // expect: weak-random
    }

    String uuid() {
        return java.util.UUID.randomUUID().toString(); // ok: weak-random
    }

    Object strongInstance() throws Exception {
        return SecureRandom.getInstance("SHA1PRNG").nextInt(); // ok: weak-random
    }
}
