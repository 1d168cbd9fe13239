import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { flows, misuses, neutrals, of, sanitizers, sinks, sources, subtypes, types } from './rows.ts';

const what = { what: 'the address that the server connects to' };

/** Connections that the program makes: `java.net`, `javax.net.ssl`, and the client libraries most in use. */
export const net = definePack({
  id: 'java/net',
  languages: ['java'],
  title: 'Network clients and TLS',
  provenance: 'Java SE API and library documentation; CodeQL models for Java (MIT) as a source of facts.',
  rows: [
    ...sinks('ssrf', 'Receiver', of('java.net.URL', 'openConnection openStream getContent'), what),
    ...types({
      'java.net.URL.openConnection': 'java.net.HttpURLConnection',
      'java.net.URL.openStream': 'java.io.InputStream',
      'java.net.URLConnection.getInputStream': 'java.io.InputStream',
      'java.net.URI.create': 'java.net.URI',
      'java.net.URI.toURL': 'java.net.URL',
      'java.net.URL.toURI': 'java.net.URI',
      'java.net.http.HttpRequest.newBuilder': 'java.net.http.HttpRequest.Builder',
      ...Object.fromEntries(
        of(
          'java.net.http.HttpRequest.Builder',
          'uri GET POST PUT DELETE method header headers timeout version',
        ).map((api) => [api, 'java.net.http.HttpRequest.Builder']),
      ),
      'java.net.http.HttpRequest.Builder.build': 'java.net.http.HttpRequest',
      'java.net.http.HttpClient.newHttpClient': 'java.net.http.HttpClient',
      'java.net.http.HttpClient.newBuilder': 'java.net.http.HttpClient.Builder',
      'java.net.http.HttpClient.Builder.build': 'java.net.http.HttpClient',
      'org.apache.http.impl.client.HttpClients.createDefault': 'org.apache.http.client.HttpClient',
      'org.apache.http.impl.client.HttpClients.custom': 'org.apache.http.impl.client.HttpClientBuilder',
      'org.apache.http.impl.client.HttpClientBuilder.build': 'org.apache.http.client.HttpClient',
      'org.apache.http.impl.client.HttpClientBuilder.create': 'org.apache.http.impl.client.HttpClientBuilder',
      'okhttp3.Request.Builder.url': 'okhttp3.Request.Builder',
      'okhttp3.Request.Builder.build': 'okhttp3.Request',
      'okhttp3.OkHttpClient.newCall': 'okhttp3.Call',
      'okhttp3.Call.execute': 'okhttp3.Response',
    }),
    // Addresses put together: only the host chooses the server.
    ...[
      'org.apache.http.client.utils.URIBuilder',
      'org.apache.hc.core5.net.URIBuilder',
      'okhttp3.HttpUrl.Builder',
    ].flatMap((builder) => {
      const steps =
        'setScheme setPort setPath setPathSegments appendPath setParameter addParameter setParameters addParameters setFragment setUserInfo setCharset scheme port addPathSegment addPathSegments addEncodedPathSegment addQueryParameter addEncodedQueryParameter setQueryParameter encodedPath query fragment';
      const hosts = of(builder, 'setHost host setHttpHost');
      return [
        ...types(Object.fromEntries([...of(builder, steps), ...hosts].map((api) => [api, builder]))),
        ...flows('Receiver', 'ReturnValue', [...of(builder, `${steps} build toString`), ...hosts]),
        ...flows('Argument[0]', 'Receiver', hosts),
      ];
    }),
    // The address of a file is no server's.
    ...sanitizers(
      ['ssrf'],
      ['java.nio.file.Path.toUri', 'java.io.File.toURI', 'java.io.File.toURL'],
      'Receiver',
    ),
    ...sanitizers(['host-part'], of('java.net.URI', 'getHost getAuthority'), 'Receiver'),
    ...sanitizers(['host-part'], of('java.net.URL', 'getHost getAuthority'), 'Receiver'),
    ...subtypes({
      'java.net.HttpURLConnection': ['java.net.URLConnection'],
      'javax.net.ssl.HttpsURLConnection': ['java.net.HttpURLConnection'],
      'org.apache.http.impl.client.CloseableHttpClient': ['org.apache.http.client.HttpClient'],
      'org.apache.http.impl.client.DefaultHttpClient': ['org.apache.http.client.HttpClient'],
    }),
    { kind: 'alias', api: 'com.squareup.okhttp', of: 'okhttp3' },
    {
      kind: 'alias',
      api: 'org.apache.hc.client5.http.classic.methods',
      of: 'org.apache.http.client.methods',
    },
    { kind: 'alias', api: 'org.apache.hc.client5.http.impl.classic', of: 'org.apache.http.impl.client' },
    // The answer of another server is not the address that was asked.
    ...neutrals([
      'java.net.URL.openConnection',
      'java.net.URL.openStream',
      'java.net.URLConnection.getInputStream',
      'java.net.http.HttpClient.send',
      'java.net.http.HttpClient.sendAsync',
      'org.apache.http.client.HttpClient.execute',
      'okhttp3.OkHttpClient.newCall',
      'okhttp3.Call.execute',
      ...of('org.apache.http.client.fluent.Request', 'execute'),
      ...of('cn.hutool.http.HttpUtil', 'get post downloadFile'),
      'org.jsoup.Connection.get',
      'org.jsoup.Connection.execute',
    ]),
    ...neutrals(
      of(
        'java.net.HttpURLConnection',
        'getResponseCode connect disconnect setRequestMethod setDoOutput setConnectTimeout setReadTimeout',
      ),
    ),
    ...sinks(
      'ssrf',
      'Argument[0]',
      ['java.net.http.HttpRequest.Builder.uri', 'java.net.http.HttpRequest.newBuilder'],
      what,
    ),
    ...sinks('ssrf', 'Argument[0]', ['java.sql.DriverManager.getConnection'], {
      what: 'the address of a database',
      confidence: 75,
    }),
    ...sinks('ssrf', 'Argument[0]', ['java.net.Socket', 'java.net.InetSocketAddress'], {
      ...what,
      confidence: 70,
    }),
    ...sinks(
      'ssrf',
      'Argument[0]',
      [
        ...of(
          'org.apache.http.client.methods',
          'HttpGet HttpPost HttpPut HttpDelete HttpHead HttpPatch HttpOptions HttpTrace',
        ),
        ...of('org.apache.http.client.fluent.Request', 'Get Post Put Delete Head Patch'),
        'org.apache.http.client.methods.HttpRequestBase.setURI',
        'org.apache.commons.httpclient.methods.GetMethod',
        'org.apache.commons.httpclient.methods.PostMethod',
        'okhttp3.Request.Builder.url',
        'org.jsoup.Jsoup.connect',
        'com.github.kevinsawicki.http.HttpRequest.get',
        ...of('cn.hutool.http.HttpUtil', 'get post createGet createPost downloadFile'),
        ...of('cn.hutool.http.HttpRequest', 'get post put delete'),
        ...of('kong.unirest.Unirest', 'get post put delete head patch'),
        ...of('com.mashape.unirest.http.Unirest', 'get post put delete head patch'),
        'javax.ws.rs.client.Client.target',
      ],
      what,
    ),
    // These take files and streams too; only an address makes them a request.
    ...['java.net.URL', 'java.net.URI'].flatMap((type) =>
      sinks(
        'ssrf',
        'Argument[0]',
        [
          'javax.imageio.ImageIO.read',
          'com.google.common.io.Resources.toByteArray',
          'com.google.common.io.Resources.toString',
          'org.apache.commons.io.IOUtils.toByteArray',
          'org.apache.commons.io.IOUtils.toString',
          'org.apache.commons.io.FileUtils.copyURLToFile',
        ],
        { ...what, when: [{ input: 'Argument[0]', type }] },
      ),
    ),
    ...sinks('path-traversal', 'Argument[1]', ['org.apache.commons.io.FileUtils.copyURLToFile'], {
      what: 'the path of a file',
    }),
    ...types({ 'javax.ws.rs.client.ClientBuilder.newClient': 'javax.ws.rs.client.Client' }),

    // Whoever is at the other end of a connection chooses what comes through it.
    ...sources('remote', 'data from a network connection', of('java.net.Socket', 'getInputStream')),
    ...sources('remote', 'a packet from the network', ['java.net.DatagramPacket.getData']),
    ...sources('stored', 'the answer of another server', [
      'java.net.URLConnection.getInputStream',
      'java.net.URL.openStream',
    ]),
    ...types({ 'java.net.ServerSocket.accept': 'java.net.Socket' }),

    // TLS that verifies nothing.
    ...misuses('tls-verification-disabled', 'Certificates are accepted for any host name.', [
      'org.apache.http.conn.ssl.NoopHostnameVerifier',
      'org.apache.http.conn.ssl.AllowAllHostnameVerifier',
      'org.apache.http.conn.ssl.NoopHostnameVerifier.INSTANCE',
      'org.apache.http.conn.ssl.SSLConnectionSocketFactory.ALLOW_ALL_HOSTNAME_VERIFIER',
      'org.apache.http.conn.ssl.SSLSocketFactory.ALLOW_ALL_HOSTNAME_VERIFIER',
    ]),
    ...misuses(
      'tls-verification-disabled',
      'Any certificate is trusted, so anyone on the way can read and change the traffic.',
      [
        'org.apache.http.conn.ssl.TrustAllStrategy',
        'org.apache.http.conn.ssl.TrustAllStrategy.INSTANCE',
        'org.apache.http.ssl.TrustAllStrategy.INSTANCE',
        'io.netty.handler.ssl.util.InsecureTrustManagerFactory.INSTANCE',
        'org.apache.http.conn.ssl.TrustSelfSignedStrategy',
      ],
    ),
    ...misuses(
      'tls-verification-disabled',
      'All certificates are trusted.',
      [
        'io.vertx.core.net.ClientOptionsBase.setTrustAll',
        'io.vertx.ext.web.client.WebClientOptions.setTrustAll',
        'io.vertx.core.http.HttpClientOptions.setTrustAll',
      ],
      { when: [{ input: 'Argument[0]', is: [true] }] },
    ),
    ...misuses(
      'tls-verification-disabled',
      'The host name of the certificate is not checked.',
      [
        'io.vertx.ext.web.client.WebClientOptions.setVerifyHost',
        'io.vertx.core.http.HttpClientOptions.setVerifyHost',
      ],
      { when: [{ input: 'Argument[0]', is: [false] }] },
    ),
    ...misuses(
      'tls-verification-disabled',
      'The host name of the certificate is not checked for connections to directories.',
      ['java.lang.System.setProperty'],
      {
        when: [
          { input: 'Argument[0]', is: ['com.sun.jndi.ldap.object.disableEndpointIdentification'] },
          { input: 'Argument[1]', is: ['true', true], ignoreCase: true },
        ],
      },
    ),
    // Mail: the library checks the certificate, but the name in it only where it is told to.
    ...subtypes(
      Object.fromEntries(
        ['SimpleEmail', 'HtmlEmail', 'MultiPartEmail', 'ImageHtmlEmail'].map((name) => [
          `org.apache.commons.mail.${name}`,
          ['org.apache.commons.mail.Email'],
        ]),
      ),
    ),
    ...of('org.apache.commons.mail.Email', 'setSSLOnConnect setStartTLSRequired setStartTLSEnabled').map(
      (api): RowInput => ({
        kind: 'become',
        api,
        type: 'org.apache.commons.mail.Email.encrypted',
        when: [{ input: 'Argument[0]', is: [true] }],
      }),
    ),
    ...['Email', 'Email.encrypted'].map(
      (name): RowInput => ({
        kind: 'become',
        api: `org.apache.commons.mail.${name}.setSSLCheckServerIdentity`,
        type: 'org.apache.commons.mail.Email.checked',
        when: [{ input: 'Argument[0]', is: [true], orUnknown: true }],
      }),
    ),
    ...misuses(
      'tls-verification-disabled',
      'The host name of the certificate is not checked. Call `setSSLCheckServerIdentity(true)`.',
      ['org.apache.commons.mail.Email.encrypted.send'],
      { confidence: 65 },
    ),
    ...misuses(
      'weak-cipher',
      'This protocol version is broken; use TLSv1.2 or later.',
      ['javax.net.ssl.SSLContext.getInstance'],
      {
        when: [{ input: 'Argument[0]', matches: '^(?:SSL|SSLv2|SSLv3|TLSv1|TLSv1\\.1)$', ignoreCase: true }],
        variant: 'old-protocol',
        confidence: 70,
      },
    ),
    ...misuses(
      'weak-cipher',
      'This allows protocol versions that are broken; use TLSv1.2 or later.',
      [
        ...of('javax.net.ssl', 'SSLSocket SSLServerSocket SSLEngine').map(
          (type) => `${type}.setEnabledProtocols`,
        ),
        'javax.net.ssl.SSLParameters.setProtocols',
      ],
      {
        when: [
          {
            input: 'Argument[0].*',
            matches: '^(?:SSLv2Hello|SSLv2|SSLv3|TLSv1|TLSv1\\.1)$',
            ignoreCase: true,
          },
        ],
        variant: 'old-protocol',
        confidence: 70,
      },
    ),
    ...flows('Argument[*]', 'ReturnValue', ['java.net.URL', 'java.net.URI', 'java.net.URI.create']),
    ...types({
      'java.net.URLDecoder.decode': 'java.lang.String',
      'java.net.URLEncoder.encode': 'java.lang.String',
    }),
  ],
});
