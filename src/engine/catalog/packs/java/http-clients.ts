import { definePack } from '../../pack.ts';
import type { Condition, RowInput } from '../../schema.ts';
import { flows, neutrals, of, sinks, subtypes, types } from './rows.ts';

const what = { what: 'the address that the server connects to' };
const verbs = 'get post put delete head patch options trace';

const client5 = 'org.apache.hc.client5.http.';
const core5 = 'org.apache.hc.core5.http.';
const methods4 = 'org.apache.http.client.methods.';
const rest = 'org.springframework.web.client.RestOperations';

/** Builders of requests, whose factories are named after the methods of HTTP. */
const builders = [
  `${client5}async.methods.SimpleRequestBuilder`,
  `${core5}io.support.ClassicRequestBuilder`,
  `${core5}nio.support.AsyncRequestBuilder`,
  `${core5}support.BasicRequestBuilder`,
  `${methods4}RequestBuilder`,
];

/** Requests that are made of a method and an address, or of a method, a host and a path. */
const requests = [
  ...of(`${client5}async.methods`, 'SimpleHttpRequest ConfigurableHttpRequest SimpleHttpRequest.create'),
  ...of(`${client5}async.methods`, 'BasicHttpRequests.create SimpleHttpRequests.create'),
  ...of(`${methods4.slice(0, -1)}`, 'HttpUriRequestBase ClassicHttpRequests.create'),
  ...of(`${core5}message`, 'BasicHttpRequest BasicClassicHttpRequest'),
  `${client5}fluent.Request.create`,
];

/** Where the values of `{…}` begin among the arguments of Spring's client. */
const variables: readonly (readonly [from: number, names: string])[] = [
  [1, 'delete headForHeaders optionsForAllow'],
  [2, 'getForObject getForEntity postForLocation put'],
  [3, 'postForObject postForEntity patchForObject'],
  [4, 'exchange execute'],
];

/** A value is put where the host stands: `http://{host}/users`. */
const hostVariables = ([from, names]: (typeof variables)[number]): RowInput[] => {
  const whole = (at: number): Condition => ({
    input: `Argument[${at}]`,
    type: 'java.util.Map',
    not: true,
    orUnknown: true,
  });
  const address = (matches: string): Condition => ({ input: 'Argument[0]', matches });
  const apis = of(rest, names);
  return [
    ...sinks('ssrf', `Argument[${from}]`, apis, {
      ...what,
      when: [address('^[^{/]*//[^{/?#]*\\{'), whole(from)],
    }),
    ...sinks('ssrf', `Argument[${from + 1}]`, apis, {
      ...what,
      when: [address('^\\{[^}]*\\}:?//[^{/?#]*\\{'), whole(from)],
    }),
    // Of several names in a map, none is known to be the host's.
    ...sinks('ssrf', `Argument[${from}].*`, apis, {
      ...what,
      when: [
        address('^[^{/]*//[^{/?#]*\\{[^}]*\\}[^{]*$'),
        { input: `Argument[${from}]`, type: 'java.util.Map' },
      ],
    }),
  ];
};

/** Libraries that send requests, and connections to databases, by an address. */
export const httpClients = definePack({
  id: 'java/http-clients',
  languages: ['java'],
  title: 'HTTP clients',
  provenance:
    'Documentation of Apache HttpComponents, OkHttp, Retrofit, Spring, Jakarta REST, AsyncHttpClient, Feign, Armeria and JDBC pools; CodeQL models for Java (MIT) as a source of facts.',
  rows: [
    ...subtypes(
      Object.fromEntries(
        of(
          methods4.slice(0, -1),
          'HttpGet HttpPost HttpPut HttpDelete HttpHead HttpPatch HttpOptions HttpTrace',
        ).map((type) => [type, [`${methods4}HttpRequestBase`]]),
      ),
    ),
    ...subtypes({
      [`${core5}message.HttpRequestWrapper`]: [`${core5}HttpRequest`],
      [`${core5}message.BasicHttpRequest`]: [`${core5}HttpRequest`],
      [`${core5}message.BasicClassicHttpRequest`]: [`${core5}message.BasicHttpRequest`],
      [`${client5}async.methods.SimpleHttpRequest`]: [`${core5}HttpRequest`],
    }),
    ...builders.flatMap((builder) => [
      ...types(
        Object.fromEntries(
          of(
            builder,
            `${verbs} create copy setHttpHost setUri setAuthority setScheme setPath setHeader addHeader addParameter setEntity setBody setVersion`,
          ).map((api) => [api, builder]),
        ),
      ),
      ...sinks('ssrf', 'Argument[0]', of(builder, `${verbs} setUri setHttpHost`), what),
      ...neutrals(of(builder, `${verbs} setUri setHttpHost`)),
    ]),
    ...sinks('ssrf', 'Argument[1]', requests, what),
    ...sinks(
      'ssrf',
      'Argument[0]',
      [
        ...of(`${client5}async.methods.BasicHttpRequests`, verbs),
        ...of(`${client5}async.methods.SimpleHttpRequests`, verbs),
        ...of(`${methods4}ClassicHttpRequests`, verbs),
        ...of(`${client5}fluent.Request`, verbs),
        `${core5}HttpRequest.setUri`,
        `${core5}HttpRequest.setAuthority`,
      ],
      what,
    ),
    ...sinks(
      'ssrf',
      'Argument[1]',
      [
        `${core5}impl.io.DefaultClassicHttpRequestFactory.newHttpRequest`,
        `${core5}impl.nio.DefaultHttpRequestFactory.newHttpRequest`,
      ],
      what,
    ),
    // A host that is chosen apart from the request.
    ...['org.apache.http.HttpHost', `${core5}HttpHost`].flatMap((host) => [
      ...types({ [host]: host, [`${host}.create`]: host }),
      ...flows('Argument[0]', 'ReturnValue', [host, `${host}.create`]),
      ...sinks(
        'ssrf',
        'Argument[0]',
        [
          ...of('org.apache.http.client.HttpClient', 'execute executeOpen'),
          ...of('org.apache.http.nio.client.HttpAsyncClient', 'execute'),
          ...of(`${core5}impl.bootstrap.HttpRequester`, 'connect execute'),
          ...of(`${core5}impl.bootstrap.HttpAsyncRequester`, 'connect'),
        ],
        { ...what, when: [{ input: 'Argument[0]', type: host }] },
      ),
    ]),
    { kind: 'alias', api: `${client5}classic.HttpClient`, of: 'org.apache.http.client.HttpClient' },
    ...subtypes({
      'org.apache.http.impl.nio.client.CloseableHttpAsyncClient': [
        'org.apache.http.nio.client.HttpAsyncClient',
      ],
    }),
    ...variables.flatMap(hostVariables),
    ...sinks('ssrf', 'Argument[1]', ['org.springframework.http.RequestEntity.method'], what),
    ...sinks('ssrf', 'Argument[0]', ['org.springframework.http.RequestEntity.options'], what),
    ...sinks('ssrf', 'Argument[*]', ['org.springframework.http.RequestEntity'], {
      ...what,
      when: [{ input: 'Argument[*]', type: 'java.net.URI' }],
    }),
    ...types({
      ...Object.fromEntries(
        of(
          'org.springframework.web.reactive.function.client.WebClient.Builder',
          'defaultHeader defaultHeaders defaultCookie defaultCookies filter filters exchangeStrategies clientConnector codecs defaultUriVariables clone',
        ).map((api) => [api, 'org.springframework.web.reactive.function.client.WebClient.Builder']),
      ),
      ...Object.fromEntries(
        of(
          'org.springframework.web.client.RestClient.Builder',
          'baseUrl defaultHeader defaultHeaders requestFactory messageConverters requestInterceptor',
        ).map((api) => [api, 'org.springframework.web.client.RestClient.Builder']),
      ),
      'org.springframework.web.client.RestClient.builder':
        'org.springframework.web.client.RestClient.Builder',
      'org.springframework.web.client.RestClient.Builder.build': 'org.springframework.web.client.RestClient',
      'org.springframework.boot.web.client.RestTemplateBuilder.build':
        'org.springframework.web.client.RestTemplate',
    }),
    ...sinks(
      'ssrf',
      'Argument[0]',
      [
        'org.springframework.web.client.RestClient.Builder.baseUrl',
        'org.springframework.boot.web.client.RestTemplateBuilder.rootUri',
        'retrofit2.Retrofit.Builder.baseUrl',
        ...of(
          'org.asynchttpclient.AsyncHttpClient',
          'prepareGet preparePost preparePut prepareDelete prepareHead preparePatch prepareOptions',
        ),
        ...of('org.asynchttpclient.Dsl', `${verbs} request`),
        'org.asynchttpclient.RequestBuilderBase.setUrl',
        ...of('com.linecorp.armeria.client.WebClient', 'of builder'),
        'com.google.api.client.http.GenericUrl',
        'com.google.api.client.http.HttpRequest.setUrl',
        'reactor.netty.http.client.HttpClient.baseUrl',
        'reactor.netty.http.client.HttpClient.RequestSender.uri',
        'org.eclipse.jetty.client.HttpClient.GET',
        'org.eclipse.jetty.client.HttpClient.newRequest',
        ...of('cn.hutool.http.HttpUtil', 'createRequest downloadString downloadBytes'),
        ...of('cn.hutool.http.HttpRequest', 'of setUrl head patch'),
        'javafx.scene.web.WebEngine.load',
        'javax.activation.URLDataSource',
        'java.net.URLClassLoader',
        'java.net.URLClassLoader.newInstance',
        'java.rmi.Naming.lookup',
      ],
      what,
    ),
    ...sinks('ssrf', 'Argument[1]', ['feign.Target.HardCodedTarget', 'feign.Feign.Builder.target'], what),
    // The name of a loader comes first where one is given.
    ...sinks('ssrf', 'Argument[1]', ['java.net.URLClassLoader'], {
      ...what,
      when: [{ input: 'Argument[0]', type: 'java.lang.String' }],
    }),
    ...sinks('ssrf', 'Argument[0]', ['java.net.Socket.connect', 'java.net.DatagramSocket.connect'], {
      ...what,
      confidence: 70,
    }),
    ...sinks('ssrf', 'Argument[0]', ['javax.net.SocketFactory.createSocket'], {
      ...what,
      when: [{ input: 'Argument[0]', type: 'java.lang.String', orUnknown: true }],
      confidence: 70,
    }),
    // Drivers of databases connect to the address, and some load what it names.
    ...sinks(
      'ssrf',
      'Argument[0]',
      [
        'java.sql.Driver.connect',
        'org.springframework.boot.jdbc.DataSourceBuilder.url',
        'com.zaxxer.hikari.HikariConfig',
        'com.zaxxer.hikari.HikariConfig.setJdbcUrl',
        'org.springframework.jdbc.datasource.AbstractDriverBasedDataSource.setUrl',
        'org.springframework.jdbc.datasource.DriverManagerDataSource',
        'org.springframework.jdbc.datasource.SingleConnectionDataSource',
        ...of('org.jdbi.v3.core.Jdbi', 'create open'),
        'org.apache.commons.dbcp2.BasicDataSource.setUrl',
        'org.apache.tomcat.jdbc.pool.DataSourceProxy.setUrl',
        'com.alibaba.druid.pool.DruidAbstractDataSource.setUrl',
        'com.mchange.v2.c3p0.ComboPooledDataSource.setJdbcUrl',
        'io.r2dbc.spi.ConnectionFactories.get',
      ],
      {
        what: 'the address of a database',
        confidence: 75,
        when: [{ input: 'Argument[0]', type: 'javax.sql.DataSource', not: true, orUnknown: true }],
      },
    ),
    ...subtypes({
      'com.zaxxer.hikari.HikariDataSource': ['com.zaxxer.hikari.HikariConfig'],
      'org.springframework.jdbc.datasource.DriverManagerDataSource': [
        'org.springframework.jdbc.datasource.AbstractDriverBasedDataSource',
      ],
      'org.springframework.jdbc.datasource.SimpleDriverDataSource': [
        'org.springframework.jdbc.datasource.AbstractDriverBasedDataSource',
      ],
      'org.springframework.jdbc.datasource.SingleConnectionDataSource': [
        'org.springframework.jdbc.datasource.DriverManagerDataSource',
      ],
      'org.apache.tomcat.jdbc.pool.DataSource': ['org.apache.tomcat.jdbc.pool.DataSourceProxy'],
      'com.alibaba.druid.pool.DruidDataSource': ['com.alibaba.druid.pool.DruidAbstractDataSource'],
      'org.postgresql.Driver': ['java.sql.Driver'],
      'com.mysql.cj.jdbc.Driver': ['java.sql.Driver'],
      'org.h2.Driver': ['java.sql.Driver'],
      'javax.net.ssl.SSLSocketFactory': ['javax.net.SocketFactory'],
    }),
    ...types({
      'org.springframework.boot.jdbc.DataSourceBuilder.create':
        'org.springframework.boot.jdbc.DataSourceBuilder',
      ...Object.fromEntries(
        of(
          'org.springframework.boot.jdbc.DataSourceBuilder',
          'url driverClassName username password type',
        ).map((api) => [api, 'org.springframework.boot.jdbc.DataSourceBuilder']),
      ),
      'java.net.URLClassLoader': 'java.lang.ClassLoader',
      'java.net.URLClassLoader.newInstance': 'java.lang.ClassLoader',
      'java.net.Socket.getInputStream': 'java.io.InputStream',
      'java.net.Socket.getOutputStream': 'java.io.OutputStream',
      'javax.net.ssl.SSLSocketFactory.getDefault': 'javax.net.ssl.SSLSocketFactory',
      'org.asynchttpclient.Dsl.asyncHttpClient': 'org.asynchttpclient.AsyncHttpClient',
      'reactor.netty.http.client.HttpClient.create': 'reactor.netty.http.client.HttpClient',
      ...Object.fromEntries(
        of('reactor.netty.http.client.HttpClient', 'get post put delete head patch options request').map(
          (api) => [api, 'reactor.netty.http.client.HttpClient.RequestSender'],
        ),
      ),
    }),
    // What was loaded or connected is not the address.
    ...neutrals([
      'java.sql.Driver.connect',
      'java.net.URLClassLoader',
      'java.net.URLClassLoader.newInstance',
    ]),
  ],
});
