package com.acme.tls;

import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import okhttp3.OkHttpClient;
import org.apache.http.conn.ssl.DefaultHostnameVerifier;
import org.apache.http.conn.ssl.NoopHostnameVerifier;
import org.apache.http.impl.client.HttpClients;

public class Clients {
  static class TrustEveryone implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {} // ok: tls-verification-disabled

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {} // expect: tls-verification-disabled

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  static class Pinned implements X509TrustManager {
    private final X509TrustManager inner;

    Pinned(X509TrustManager inner) {
      this.inner = inner;
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
      inner.checkClientTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException { // ok: tls-verification-disabled
      inner.checkServerTrusted(chain, type);
      if (!chain[0].getSubjectX500Principal().getName().contains("acme")) {
        throw new CertificateException("not ours");
      }
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return inner.getAcceptedIssuers();
    }
  }

  static class AnyName implements HostnameVerifier {
    @Override
    public boolean verify(String host, SSLSession session) { // expect: tls-verification-disabled
      return true;
    }
  }

  public void clients(HttpsURLConnection connection, KeyStore ours) throws Exception {
    connection.setHostnameVerifier((host, session) -> true); // expect: tls-verification-disabled
    connection.setHostnameVerifier((host, session) -> host.equals("api.acme.com")); // ok: tls-verification-disabled
    HttpClients.custom().setSSLHostnameVerifier(NoopHostnameVerifier.INSTANCE).build(); // expect: tls-verification-disabled
    HttpClients.custom().setSSLHostnameVerifier(new DefaultHostnameVerifier()).build(); // ok: tls-verification-disabled
    new OkHttpClient.Builder().hostnameVerifier((h, s) -> true).build(); // expect: tls-verification-disabled

    TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(ours);
    SSLContext context = SSLContext.getInstance("TLSv1.3"); // ok: tls-verification-disabled
    context.init(null, factory.getTrustManagers(), null); // ok: tls-verification-disabled
    SSLContext.getInstance("SSLv3"); // expect: weak-cipher

    TrustManager[] all = {
      new X509TrustManager() {
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        public void checkServerTrusted(X509Certificate[] chain, String type) {} // expect: tls-verification-disabled

        public X509Certificate[] getAcceptedIssuers() {
          return null;
        }
      }
    };
    context.init(null, all, null);
  }
}
