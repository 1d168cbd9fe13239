import { type PopularNames, words } from './words.ts';

/** Group ids of Maven Central that many projects use. */
export const maven: PopularNames = {
  popular: words(`
    androidx.appcompat androidx.compose.ui androidx.core androidx.room args4j cglib ch.qos.logback
    ch.qos.reload4j co.elastic.clients com.alibaba com.alibaba.fastjson2 com.amazonaws com.android.support
    com.auth0 com.azure com.baomidou com.beust com.fasterxml.jackson com.fasterxml.jackson.core
    com.fasterxml.jackson.dataformat com.fasterxml.jackson.datatype com.fasterxml.jackson.jaxrs
    com.fasterxml.jackson.module com.fasterxml.woodstox com.github.ben-manes.caffeine
    com.github.bumptech.glide com.github.tomakehurst com.google.android.material com.google.api-client
    com.google.apis com.google.auto.value com.google.cloud com.google.code.findbugs com.google.code.gson
    com.google.dagger com.google.errorprone com.google.firebase com.google.guava com.google.inject
    com.google.jimfs com.google.protobuf com.google.truth com.google.zxing com.h2database com.hazelcast
    com.itextpdf com.jakewharton.timber com.jayway.jsonpath com.microsoft.azure com.microsoft.sqlserver
    com.mysql com.nimbusds com.oracle.database.jdbc com.querydsl com.rabbitmq com.squareup
    com.squareup.moshi com.squareup.okhttp com.squareup.okhttp3 com.squareup.okio com.squareup.retrofit2
    com.sun.mail com.sun.xml.bind com.typesafe com.typesafe.akka com.typesafe.play com.zaxxer
    commons-beanutils commons-cli commons-codec commons-collections commons-configuration commons-dbcp
    commons-fileupload commons-io commons-lang commons-logging commons-net commons-pool commons-validator
    info.picocli io.cucumber io.dropwizard io.dropwizard.metrics io.fabric8 io.grpc io.jsonwebtoken
    io.ktor io.kubernetes io.lettuce io.micrometer io.micronaut io.minio io.netty io.netty.incubator
    io.opentelemetry io.projectreactor io.prometheus io.quarkus io.reactivex.rxjava2 io.reactivex.rxjava3
    io.rest-assured io.swagger io.swagger.core.v3 io.undertow io.vavr io.vertx io.zipkin.brave
    it.unimi.dsi jakarta.annotation jakarta.inject jakarta.persistence jakarta.servlet jakarta.validation
    jakarta.ws.rs jakarta.xml.bind javax.annotation javax.inject javax.mail javax.persistence
    javax.servlet javax.validation javax.ws.rs javax.xml.bind junit log4j mysql net.bytebuddy
    net.java.dev.jna net.minidev net.sf.ehcache org.antlr org.apache.activemq org.apache.ant
    org.apache.arrow org.apache.avro org.apache.camel org.apache.cassandra org.apache.commons
    org.apache.curator org.apache.cxf org.apache.dubbo org.apache.flink org.apache.groovy
    org.apache.hadoop org.apache.hbase org.apache.hive org.apache.httpcomponents
    org.apache.httpcomponents.client5 org.apache.httpcomponents.core5 org.apache.kafka
    org.apache.logging.log4j org.apache.lucene org.apache.maven org.apache.maven.plugins
    org.apache.parquet org.apache.pdfbox org.apache.poi org.apache.pulsar org.apache.rocketmq
    org.apache.shiro org.apache.solr org.apache.spark org.apache.struts org.apache.thrift org.apache.tika
    org.apache.tomcat org.apache.tomcat.embed org.apache.velocity org.apache.zookeeper org.assertj
    org.awaitility org.bouncycastle org.checkerframework org.clojure org.codehaus.groovy
    org.codehaus.jackson org.codehaus.janino org.codehaus.mojo org.codehaus.plexus org.dom4j org.easymock
    org.eclipse.collections org.eclipse.jetty org.eclipse.jgit org.eclipse.persistence org.ehcache
    org.elasticsearch org.elasticsearch.client org.flywaydb org.freemarker org.fusesource.jansi
    org.glassfish.jaxb org.glassfish.jersey.core org.hamcrest org.hibernate org.hibernate.orm
    org.hibernate.validator org.hsqldb org.immutables org.infinispan org.jacoco org.javassist
    org.jboss.logging org.jboss.resteasy org.jdbi org.jdom org.jetbrains org.jetbrains.kotlin
    org.jetbrains.kotlinx org.jooq org.json org.jsoup org.junit.jupiter org.junit.platform
    org.junit.vintage org.keycloak org.liquibase org.mapstruct org.mariadb.jdbc org.mockito org.mongodb
    org.mybatis org.mybatis.spring.boot org.opensearch.client org.ow2.asm org.owasp org.owasp.esapi
    org.postgresql org.powermock org.projectlombok org.quartz-scheduler org.redisson org.scala-lang
    org.scalatest org.seleniumhq.selenium org.slf4j org.springframework org.springframework.amqp
    org.springframework.batch org.springframework.boot org.springframework.cloud org.springframework.data
    org.springframework.integration org.springframework.kafka org.springframework.retry
    org.springframework.security org.springframework.session org.springframework.ws org.testcontainers
    org.testng org.thymeleaf org.typelevel org.wildfly org.wiremock org.xerial org.yaml redis.clients
    software.amazon.awssdk xalan xerces
  `),
  neighbours: words(`
    androidx.cor com.azure.spring com.google com.h2 com.jcraft com.squareup.okhttp2 io.swagger.parser.v3
    io.vertex net.sf.jopt-simple org.apache org.apache.common org.hibernate.common org.jboss org.jdom2
    org.mockito.kotlin org.mongo org.openjfx org.owasp.encoder org.springframework.hateoas
    org.springframework.plugin org.springframework.shell
  `),
};
