import assert from 'node:assert/strict';
import { fixed, obstacle } from './support.ts';

const tls = 'tls-verification-disabled';
const manager = (check: string): string => `package a;

import java.security.cert.*;
import javax.net.ssl.*;

class Everyone implements X509TrustManager {
    public void checkClientTrusted(X509Certificate[] c, String t) {}

${check}

    public X509Certificate[] getAcceptedIssuers() { return null; }
}
`;

describe('a trust manager that accepts everyone, by a fix', () => {
  it('asks the platform’s, and says what that may throw', async () => {
    const result = await fixed(
      'Everyone.java',
      manager('    public void checkServerTrusted(X509Certificate[] c, String t) {}'),
      tls,
    );
    assert.match(
      result,
      /checkServerTrusted\(X509Certificate\[\] c, String t\) throws CertificateException \{\n {8}platformTrustManager\(\)\.checkServerTrusted\(c, t\);\n {4}\}/,
    );
    assert.match(
      result,
      /private static X509TrustManager platformTrustManager\(\) throws CertificateException/,
    );
    assert.match(result, /import java\.security\.KeyStore;/);
    assert.doesNotMatch(result, /import javax\.net\.ssl\.\w/, 'they are imported as a whole');
  });

  it('keeps what the method does besides, and what it declares', async () => {
    const result = await fixed(
      'Everyone.java',
      manager(`    public void checkServerTrusted(X509Certificate[] c, String t) throws CertificateException {
        System.out.println("anyone");
    }`),
      tls,
    );
    assert.match(
      result,
      /throws CertificateException \{\n {8}platformTrustManager\(\)\.checkServerTrusted\(c, t\);\n {8}System\.out\.println\("anyone"\);\n/,
    );
  });

  it('is left to a person where the platform cannot be asked in its place', async () => {
    const extended = manager(
      '    public void checkServerTrusted(X509Certificate[] c, String t, SSLEngine e) {}',
    ).replace('implements X509TrustManager', 'extends X509ExtendedTrustManager');
    assert.match(await obstacle('Everyone.java', extended, tls), /also gets the connection/);
  });
});
