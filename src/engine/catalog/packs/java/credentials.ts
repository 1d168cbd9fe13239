import { definePack } from '../../pack.ts';
import { misuses, of, types } from './rows.ts';

const password = 'The password stands in the code, so everyone who has the program has it.';
const secret = 'The secret stands in the code, so everyone who has the program has it.';

/** Any text of the program's own, at one place of a call. */
const written = (at: number, matches = '^[\\s\\S]+') => ({
  when: [{ input: `Argument[${at}]`, matches }],
  confidence: 75,
});

/** Secrets that stand in the code. */
export const credentials = definePack({
  id: 'java/credentials',
  languages: ['java'],
  title: 'Secrets in the code',
  provenance: 'Java SE API and library documentation; CodeQL models for Java (MIT) as a source of facts.',
  rows: [
    ...misuses(
      'hard-coded-secret',
      'The key stands in the code, so everyone who has the program has it.',
      [
        'javax.crypto.spec.SecretKeySpec',
        'javax.crypto.spec.DESKeySpec',
        'javax.crypto.spec.DESedeKeySpec',
        'com.nimbusds.jose.crypto.MACSigner',
        'com.nimbusds.jose.crypto.MACVerifier',
      ],
      { when: [{ input: 'Argument[0]', matches: '^[\\s\\S]{4,}' }] },
    ),
    ...misuses(
      'hard-coded-secret',
      'The password stands in the code, so everyone who has the program has it.',
      ['javax.crypto.spec.PBEKeySpec', 'java.security.KeyStore.PasswordProtection'],
      { when: [{ input: 'Argument[0]', matches: '^[\\s\\S]{2,}' }] },
    ),
    ...misuses(
      'hard-coded-secret',
      'The database password stands in the code, so everyone who has the program has it.',
      ['java.sql.DriverManager.getConnection'],
      { when: [{ input: 'Argument[2]', matches: '^[\\s\\S]+' }], confidence: 75 },
    ),
    ...misuses(
      'hard-coded-secret',
      'The password stands in the code, so everyone who has the program has it.',
      [
        'java.net.PasswordAuthentication',
        'javax.security.auth.kerberos.KerberosKey',
        'org.apache.http.auth.UsernamePasswordCredentials',
        'org.springframework.mail.javamail.JavaMailSenderImpl.setPassword',
      ],
      { when: [{ input: 'Argument[1]', matches: '^[\\s\\S]+' }], confidence: 75 },
    ),
    ...misuses(
      'hard-coded-secret',
      'The password stands in the code, so everyone who has the program has it.',
      [
        'com.zaxxer.hikari.HikariConfig.setPassword',
        'org.apache.commons.dbcp2.BasicDataSource.setPassword',
        'org.apache.commons.dbcp.BasicDataSource.setPassword',
        'org.springframework.jdbc.datasource.DriverManagerDataSource.setPassword',
        'com.mysql.cj.jdbc.MysqlDataSource.setPassword',
        'org.postgresql.ds.PGSimpleDataSource.setPassword',
        'redis.clients.jedis.Jedis.auth',
      ],
      { when: [{ input: 'Argument[0]', matches: '^[\\s\\S]+' }], confidence: 80 },
    ),
    ...misuses(
      'hard-coded-secret',
      password,
      [
        'ch.ethz.ssh2.Connection.authenticateWithPassword',
        'com.trilead.ssh2.Connection.authenticateWithPassword',
        'com.couchbase.client.core.env.CertificateAuthenticator.fromKey',
        'com.couchbase.client.core.env.CertificateAuthenticator.fromKeyStore',
        ...of('com.couchbase.client.core.env.PasswordAuthenticator', 'create ldapCompatible builder'),
        'com.couchbase.client.java.ClusterOptions.clusterOptions',
        'com.jcraft.jsch.JSch.addIdentity',
        'net.schmizz.sshj.SSHClient.authPassword',
        'org.apache.commons.net.ftp.FTPClient.login',
        'org.apache.commons.mail.Email.setAuthentication',
        'org.apache.commons.mail.DefaultAuthenticator',
        'javax.sql.DataSource.getConnection',
        'io.lettuce.core.RedisCredentials.just',
        'org.apache.hc.client5.http.auth.UsernamePasswordCredentials',
        'org.apache.commons.httpclient.UsernamePasswordCredentials',
        'org.springframework.http.HttpHeaders.setBasicAuth',
        'okhttp3.Credentials.basic',
      ],
      written(1),
    ),
    ...misuses(
      'hard-coded-secret',
      password,
      [
        ...of(
          'com.mongodb.MongoCredential',
          'createCredential createMongoCRCredential createPlainCredential createScramSha1Credential createScramSha256Credential',
        ),
        'com.couchbase.client.java.Cluster.connect',
        'ch.ethz.ssh2.Connection.authenticateWithPublicKey',
        'com.trilead.ssh2.Connection.authenticateWithPublicKey',
        'com.trilead.ssh2.Connection.authenticateWithDSA',
        'org.neo4j.driver.GraphDatabase.driver',
        'org.jdbi.v3.core.Jdbi.create',
      ],
      written(2),
    ),
    ...misuses(
      'hard-coded-secret',
      password,
      [
        'com.azure.identity.UsernamePasswordCredentialBuilder.password',
        'com.couchbase.client.core.env.PasswordAuthenticator.Builder.password',
        'com.jcraft.jsch.Session.setPassword',
        'com.microsoft.sqlserver.jdbc.SQLServerDataSource.setPassword',
        'com.rabbitmq.client.ConnectionFactory.setPassword',
        'com.sshtools.j2ssh.authentication.PasswordAuthenticationClient.setPassword',
        'com.mchange.v2.c3p0.ComboPooledDataSource.setPassword',
        'com.alibaba.druid.pool.DruidAbstractDataSource.setPassword',
        'io.lettuce.core.RedisURI.setPassword',
        'org.apache.activemq.ActiveMQConnectionFactory.setPassword',
        'org.apache.sshd.client.session.ClientSession.addPasswordIdentity',
        'org.apache.sshd.client.session.AbstractClientSession.addPasswordIdentity',
        'org.eclipse.paho.client.mqttv3.MqttConnectOptions.setPassword',
        'org.h2.jdbcx.JdbcDataSource.setPassword',
        'org.springframework.boot.jdbc.DataSourceBuilder.password',
        'org.springframework.ldap.core.support.AbstractContextSource.setPassword',
      ],
      written(0),
    ),
    ...misuses(
      'hard-coded-secret',
      secret,
      [
        'com.azure.identity.ClientSecretCredentialBuilder.clientSecret',
        'com.azure.core.credential.AzureKeyCredential',
        'org.apache.shiro.mgt.AbstractRememberMeManager.setCipherKey',
        'org.apache.shiro.web.mgt.CookieRememberMeManager.setCipherKey',
        'com.slack.api.Slack.methods',
        'com.sendgrid.SendGrid',
        'com.stripe.Stripe.apiKey',
      ],
      written(0, '^[\\s\\S]{4,}'),
    ),
    ...misuses(
      'hard-coded-secret',
      secret,
      [
        'com.amazonaws.auth.BasicAWSCredentials',
        'com.amazonaws.auth.BasicSessionCredentials',
        'software.amazon.awssdk.auth.credentials.AwsBasicCredentials.create',
        'com.twilio.Twilio.init',
      ],
      written(1, '^[\\s\\S]{4,}'),
    ),
    ...types({
      'com.couchbase.client.core.env.PasswordAuthenticator.builder':
        'com.couchbase.client.core.env.PasswordAuthenticator.Builder',
      'com.couchbase.client.core.env.PasswordAuthenticator.Builder.username':
        'com.couchbase.client.core.env.PasswordAuthenticator.Builder',
      'com.jcraft.jsch.JSch.getSession': 'com.jcraft.jsch.Session',
    }),
    // Bytes that are listed.
    ...misuses(
      'hard-coded-secret',
      'The key stands in the code, so everyone who has the program has it.',
      ['javax.crypto.spec.SecretKeySpec'],
      {
        when: [
          { input: 'Argument[0].0', matches: '^-?\\d+$' },
          { input: 'Argument[0].1', matches: '^-?\\d+$' },
          { input: 'Argument[0].0|Argument[0].1', is: [0], not: true },
        ],
        confidence: 70,
      },
    ),
  ],
});
