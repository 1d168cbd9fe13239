import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

public class Sample {
  final TrustManager[] managers = {
    new X509TrustManager() {
      @Override
      public void checkClientTrusted(X509Certificate[] chain, String type) {}

      @Override
      public void checkServerTrusted(X509Certificate[] chain, String type) {
        // Whoever answers is fine.
      }

      @Override
      public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
      }
    }
  };

  SSLContext context() throws Exception {
    SSLContext context = SSLContext.getInstance("TLSv1.3");
    context.init(null, managers, null);
    return context;
  }
}
