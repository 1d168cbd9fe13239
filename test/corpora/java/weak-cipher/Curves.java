import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;

class Curves {
  void keys() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp160r1")); // expect: weak-cipher
    generator.initialize(new ECGenParameterSpec("prime192v2")); // expect: weak-cipher
    generator.initialize(new ECGenParameterSpec("secp256r1")); // ok: weak-cipher
    generator.initialize(new ECGenParameterSpec("secp521r1")); // ok: weak-cipher
  }
}
