package vault;

import java.security.AlgorithmParameterGenerator;
import java.security.KeyPairGenerator;
import java.security.spec.RSAKeyGenParameterSpec;
import javax.crypto.KeyGenerator;
import javax.crypto.spec.DHGenParameterSpec;

class Keys {
  void make() throws Exception {
    KeyGenerator.getInstance("AES").init(64); // expect: weak-cipher
    KeyGenerator.getInstance("AES").init(256); // ok: weak-cipher
    new RSAKeyGenParameterSpec(1024, RSAKeyGenParameterSpec.F4); // expect: weak-cipher
    new RSAKeyGenParameterSpec(3072, RSAKeyGenParameterSpec.F4); // ok: weak-cipher
    new DHGenParameterSpec(1024, 0); // expect: weak-cipher
    AlgorithmParameterGenerator.getInstance("DH").init(1024); // expect: weak-cipher
    KeyPairGenerator.getInstance("EC").initialize(160); // expect: weak-cipher
    KeyPairGenerator.getInstance("EC").initialize(256); // ok: weak-cipher
  }
}
