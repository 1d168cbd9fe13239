package com.acme.bus;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import graphql.schema.DataFetcher;
import graphql.schema.DataFetchingEnvironment;
import io.grpc.stub.StreamObserver;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.ObjectMessage;
import jakarta.jms.TextMessage;
import jakarta.websocket.OnMessage;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerEndpoint;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.apache.commons.io.FileUtils;
import org.apache.commons.io.FilenameUtils;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.bson.Document;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.graphql.data.method.annotation.Argument;
import org.springframework.graphql.data.method.annotation.MutationMapping;
import org.springframework.graphql.data.method.annotation.QueryMapping;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.messaging.handler.annotation.DestinationVariable;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Controller;

@Component
class OrderEvents {
    private final JdbcTemplate jdbc;
    private final ExecutorService pool = Executors.newFixedThreadPool(2);

    OrderEvents(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @KafkaListener(topics = "orders")
    void order(ConsumerRecord<String, String> record) {
        jdbc.update("insert into orders values ('" + record.value() + "')"); // expect: sql-injection
        jdbc.update("insert into orders values (?)", record.value()); // ok: sql-injection
        jdbc.update("insert into partitions values (" + record.partition() + ")"); // ok: sql-injection
    }

    @RabbitListener(queues = "mails")
    void mail(@Payload String address) {
        pool.submit(() -> jdbc.update("delete from mails where address = '" + address + "'")); // expect: sql-injection
        CompletableFuture.supplyAsync(() -> address).thenApply(String::trim).thenAccept(a -> jdbc.execute("call notify('" + a + "')")); // expect: sql-injection
    }
}

class QueueListener implements MessageListener {
    @Override
    public void onMessage(Message message) {
        try {
            if (message instanceof TextMessage text) {
                Runtime.getRuntime().exec("convert " + text.getText()); // expect: command-injection
                new ProcessBuilder("convert", "--", text.getText()).start(); // ok: command-injection
            } else if (message instanceof ObjectMessage object) {
                Object o = object.getObject(); // expect: unsafe-deserialization
            }
        } catch (Exception e) {
            throw new RuntimeException(e);
        }
    }
}

@ServerEndpoint("/chat")
class Chat {
    @OnMessage
    public void said(String text, Session session) throws Exception {
        Files.readString(Path.of("/srv/chat/" + text)); // expect: path-traversal
        Files.readString(Path.of("/srv/chat/" + FilenameUtils.getName(text))); // ok: path-traversal
        FileUtils.readFileToString(new File("/srv/chat", text), "UTF-8"); // expect: path-traversal
        session.getBasicRemote().sendText(text); // ok: xss
    }
}

@Controller
class Graph {
    private final DSLContext jooq;
    private final MongoCollection<Document> users;

    Graph(DSLContext jooq, MongoCollection<Document> users) {
        this.jooq = jooq;
        this.users = users;
    }

    @QueryMapping
    Object author(@Argument String name) {
        jooq.fetch("select * from author where name = '" + name + "'"); // expect: sql-injection
        jooq.fetch("select * from author where name = {0}", DSL.val(name)); // ok: sql-injection
        jooq.selectFrom("author").where("name = '" + name + "'").fetch(); // expect: sql-injection
        return jooq.select().from("author").where(DSL.field("name").eq(name)).fetch(); // ok: sql-injection
    }

    @MutationMapping
    Object rename(@Argument String id, @Argument String name) {
        users.find(Document.parse("{name: '" + name + "'}")).first(); // expect: nosql-injection
        users.find(Filters.eq("name", name)).first(); // ok: nosql-injection
        users.find(new Document("$where", "this.id == '" + id + "'")).first(); // expect: nosql-injection
        return users.find(new Document("id", id)).first(); // ok: nosql-injection
    }

    @MessageMapping("/rooms/{room}")
    void room(@DestinationVariable String room, @Payload String text) throws Exception {
        Function<String, String> clean = s -> s.replaceAll("[^a-zA-Z0-9]", "");
        Files.writeString(Path.of("/srv/rooms", clean.apply(room)), text); // ok: path-traversal
        Function<String, String> upper = String::toUpperCase;
        Files.writeString(Path.of("/srv/rooms", upper.apply(room)), text); // expect: path-traversal
    }
}

class Fetchers {
    private JdbcTemplate jdbc;

    DataFetcher<Object> byName() {
        return env -> jdbc.queryForList("select * from t where n = '" + env.getArgument("n") + "'"); // expect: sql-injection
    }

    Object byId(DataFetchingEnvironment env) {
        Integer id = env.getArgument("id");
        return jdbc.queryForList("select * from t where id = " + id); // ok: sql-injection
    }
}
