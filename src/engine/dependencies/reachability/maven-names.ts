import type { ImportNames } from './import-names.ts';

/** Artifacts with the packages of their classes. `*` is what they end in: any artifact that begins so. `!` is found at run time. */
const artifacts = `
ant:ant=org.apache.tools
ch.qos.logback:logback-classic=ch.qos.logback.classic!
ch.qos.logback:logback-core=ch.qos.logback.core!
com.alibaba:fastjson=com.alibaba.fastjson
com.alibaba.fastjson2:fastjson2=com.alibaba.fastjson2
com.auth0:java-jwt=com.auth0.jwt
com.fasterxml.jackson.core:jackson-annotations=com.fasterxml.jackson.annotation
com.fasterxml.jackson.core:jackson-core=com.fasterxml.jackson.core
com.fasterxml.jackson.core:jackson-databind=com.fasterxml.jackson.databind!
com.fasterxml.jackson.dataformat:jackson-dataformat-xml=com.fasterxml.jackson.dataformat.xml
com.fasterxml.jackson.dataformat:jackson-dataformat-yaml=com.fasterxml.jackson.dataformat.yaml
com.google.code.gson:gson=com.google.gson
com.google.guava:guava=com.google.common
com.google.protobuf:protobuf-java=com.google.protobuf
com.h2database:h2=org.h2!
com.itextpdf:itextpdf=com.itextpdf
com.jayway.jsonpath:json-path=com.jayway.jsonpath
com.mchange:c3p0=com.mchange
com.mysql:mysql-connector-j=com.mysql!
com.nimbusds:nimbus-jose-jwt=com.nimbusds.jose,com.nimbusds.jwt
com.squareup.okhttp3:okhttp=okhttp3
com.thoughtworks.xstream:xstream=com.thoughtworks.xstream
commons-beanutils:commons-beanutils=org.apache.commons.beanutils
commons-codec:commons-codec=org.apache.commons.codec
commons-collections:commons-collections=org.apache.commons.collections
commons-fileupload:commons-fileupload=org.apache.commons.fileupload
commons-httpclient:commons-httpclient=org.apache.commons.httpclient
commons-io:commons-io=org.apache.commons.io
commons-jxpath:commons-jxpath=org.apache.commons.jxpath
commons-lang:commons-lang=org.apache.commons.lang
commons-net:commons-net=org.apache.commons.net
dom4j:dom4j=org.dom4j
io.jsonwebtoken:jjwt*=io.jsonwebtoken
io.netty:netty-codec-http=io.netty.handler.codec.http
io.netty:netty-all=io.netty
io.undertow:undertow-core=io.undertow
log4j:log4j=org.apache.log4j
mysql:mysql-connector-java=com.mysql!
net.lingala.zip4j:zip4j=net.lingala.zip4j
net.minidev:json-smart=net.minidev.json
net.sf.json-lib:json-lib=net.sf.json
ognl:ognl=ognl
org.apache.ant:ant=org.apache.tools
org.apache.activemq:activemq-client=org.apache.activemq
org.apache.commons:commons-collections4=org.apache.commons.collections4
org.apache.commons:commons-compress=org.apache.commons.compress
org.apache.commons:commons-configuration2=org.apache.commons.configuration2
org.apache.commons:commons-email=org.apache.commons.mail
org.apache.commons:commons-fileupload2-core=org.apache.commons.fileupload2.core
org.apache.commons:commons-jexl3=org.apache.commons.jexl3
org.apache.commons:commons-lang3=org.apache.commons.lang3
org.apache.commons:commons-text=org.apache.commons.text
org.apache.httpcomponents:httpclient=org.apache.http
org.apache.httpcomponents.client5:httpclient5=org.apache.hc.client5
org.apache.kafka:kafka-clients=org.apache.kafka.clients,org.apache.kafka.common
org.apache.logging.log4j:log4j-api=org.apache.logging.log4j
org.apache.logging.log4j:log4j-core=org.apache.logging.log4j.core!
org.apache.pdfbox:pdfbox=org.apache.pdfbox
org.apache.poi:poi*=org.apache.poi
org.apache.shiro:shiro*=org.apache.shiro
org.apache.struts:struts2-core=org.apache.struts2,com.opensymphony.xwork2
org.apache.tika:tika*=org.apache.tika
org.apache.tomcat.embed:tomcat-embed-core=org.apache.catalina,org.apache.coyote,org.apache.tomcat!
org.apache.velocity:velocity*=org.apache.velocity
org.apache.zookeeper:zookeeper=org.apache.zookeeper
org.bouncycastle:bcprov*=org.bouncycastle
org.codehaus.groovy:groovy*=groovy,org.codehaus.groovy
org.codehaus.plexus:plexus-utils=org.codehaus.plexus.util
org.dom4j:dom4j=org.dom4j
org.eclipse.jetty:jetty*=org.eclipse.jetty!
org.freemarker:freemarker=freemarker
org.hibernate:hibernate-core=org.hibernate
org.hibernate.orm:hibernate-core=org.hibernate
org.hibernate.validator:hibernate-validator=org.hibernate.validator!
org.jdom:jdom2=org.jdom2
org.json:json=org.json
org.jsoup:jsoup=org.jsoup
org.mvel:mvel2=org.mvel2
org.postgresql:postgresql=org.postgresql!
org.quartz-scheduler:quartz=org.quartz
org.slf4j:slf4j-api=org.slf4j
org.springframework:spring-beans=org.springframework.beans
org.springframework:spring-context=org.springframework.context,org.springframework.stereotype,org.springframework.scheduling,org.springframework.validation
org.springframework:spring-core=org.springframework.core,org.springframework.util
org.springframework:spring-expression=org.springframework.expression
org.springframework:spring-jdbc=org.springframework.jdbc
org.springframework:spring-messaging=org.springframework.messaging
org.springframework:spring-web=org.springframework.web,org.springframework.http
org.springframework:spring-webflux=org.springframework.web.reactive
org.springframework:spring-webmvc=org.springframework.web.servlet
org.thymeleaf:thymeleaf*=org.thymeleaf
org.xerial:sqlite-jdbc=org.sqlite!
org.xerial.snappy:snappy-java=org.xerial.snappy
org.yaml:snakeyaml=org.yaml.snakeyaml
xerces:xercesImpl=org.apache.xerces!
xalan:xalan=org.apache.xalan,org.apache.xpath!
`;

interface Artifact {
  readonly packages: readonly string[];
  readonly isFound: boolean;
}

const exact = new Map<string, Artifact>();
const beginning: (readonly [string, Artifact])[] = [];
for (const line of artifacts.trim().split('\n')) {
  const [name = '', written = ''] = line.split('=', 2);
  const artifact = { packages: written.replace('!', '').split(','), isFound: written.endsWith('!') };
  if (name.endsWith('*')) beginning.push([name.slice(0, -1), artifact]);
  else exact.set(name, artifact);
}

/** @param name `group:artifact` */
export function importNamesOfMaven(name: string): ImportNames {
  const known = exact.get(name) ?? beginning.find(([start]) => name.startsWith(start))?.[1];
  if (known) return { names: known.packages, areAll: true, runsWithoutImport: known.isFound };
  return { names: byConvention(name), areAll: false, runsWithoutImport: false };
}

/** By convention, classes are in the group's package, below it in one named as the artifact is: `org.acme:acme-web`, `org.acme.web`. */
function byConvention(name: string): readonly string[] {
  const [group = '', artifact = ''] = name.split(':', 2);
  const last = group.slice(group.lastIndexOf('.') + 1);
  const own = artifact.startsWith(`${last}-`) ? artifact.slice(last.length + 1) : artifact;
  const inside = own.replaceAll('-', '.');
  return own === last || own === '' ? [group] : [`${group}.${inside}`, `${group}.${own.replaceAll('-', '')}`];
}
