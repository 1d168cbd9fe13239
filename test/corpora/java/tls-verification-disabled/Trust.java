import java.security.cert.X509Certificate;
import javax.net.ssl.*;
import org.apache.http.conn.ssl.NoopHostnameVerifier;
import org.apache.http.impl.client.HttpClients;

public class Trust {
    void all() throws Exception {
        TrustManager[] trustAll = new TrustManager[] {
            new X509TrustManager() {
                public X509Certificate[] getAcceptedIssuers() { return new X509Certificate[0]; }
                public void checkClientTrusted(X509Certificate[] chain, String type) {}
                public void checkServerTrusted(X509Certificate[] chain, String type) {} // expect: tls-verification-disabled
            }
        };
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trustAll, new java.security.SecureRandom());
        HttpsURLConnection.setDefaultHostnameVerifier((host, session) -> true); // expect: tls-verification-disabled
        HttpClients.custom().setSSLHostnameVerifier(NoopHostnameVerifier.INSTANCE).build(); // expect: tls-verification-disabled
        HttpsURLConnection.setDefaultHostnameVerifier((host, session) -> host.equals(session.getPeerHost())); // ok: tls-verification-disabled
    }

    static class Delegating implements X509TrustManager {
        private X509TrustManager inner;
        public X509Certificate[] getAcceptedIssuers() { return inner.getAcceptedIssuers(); }
        public void checkClientTrusted(X509Certificate[] c, String t) throws java.security.cert.CertificateException { inner.checkClientTrusted(c, t); }
        public void checkServerTrusted(X509Certificate[] c, String t) throws java.security.cert.CertificateException { inner.checkServerTrusted(c, t); } // ok: tls-verification-disabled
    }
}
