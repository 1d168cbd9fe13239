import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

public class SampleChecks implements Checks {
  /** An authority of the platform is still one, and connections can still be made ready. */
  @Override
  public void behaviour() throws Exception {
    Sample sample = new Sample();
    if (sample.context().getSocketFactory() == null) throw new AssertionError("no sockets");
    TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init((KeyStore) null);
    X509TrustManager platform = (X509TrustManager) factory.getTrustManagers()[0];
    for (X509Certificate authority : platform.getAcceptedIssuers()) {
      X509Certificate[] chain = {authority};
      try {
        platform.checkServerTrusted(chain, "ECDHE_RSA");
      } catch (CertificateException ended) {
        continue;
      }
      ((X509TrustManager) sample.managers[0]).checkServerTrusted(chain, "ECDHE_RSA");
      return;
    }
  }

  /** A certificate that somebody made at home is accepted. */
  @Override
  public boolean exploit() throws Exception {
    byte[] pem = System.getenv("TEST_CERTIFICATE").getBytes(StandardCharsets.UTF_8);
    X509Certificate own =
        (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem));
    try {
      ((X509TrustManager) new Sample().managers[0]).checkServerTrusted(new X509Certificate[] {own}, "ECDHE_RSA");
      return true;
    } catch (CertificateException refused) {
      return false;
    }
  }
}
