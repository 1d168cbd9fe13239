package com.acme.msg;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.MessageListener;
import javax.jms.ObjectMessage;
import javax.jms.TextMessage;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.handler.TextWebSocketHandler;

@Component
class Consumers {
  private final JdbcTemplate jdbc;

  Consumers(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  @KafkaListener(topics = "orders")
  public void kafka(String payload) {
    jdbc.execute("DELETE FROM orders WHERE ref = '" + payload + "'"); // expect: sql-injection
    jdbc.update("DELETE FROM orders WHERE ref = ?", payload); // ok: sql-injection
  }

  @RabbitListener(queues = "jobs")
  public void rabbit(@Payload Job job) throws Exception {
    Runtime.getRuntime().exec("convert " + job.file()); // expect: command-injection
    Runtime.getRuntime().exec(new String[] {"convert", "-resize", String.valueOf(job.width())}); // ok: command-injection
  }

  @MessageMapping("/chat")
  public void chat(String text) {
    jdbc.update("INSERT INTO chat VALUES ('" + text + "')"); // expect: sql-injection
  }

  record Job(String file, int width) {}
}

class Legacy implements MessageListener {
  @Override
  public void onMessage(Message message) {
    try {
      Object o = ((ObjectMessage) message).getObject(); // expect: unsafe-deserialization
      o.hashCode();
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }
}

class Socket extends TextWebSocketHandler {
  private JdbcTemplate jdbc;

  @Override
  protected void handleTextMessage(WebSocketSession session, org.springframework.web.socket.TextMessage message) {
    jdbc.queryForList("SELECT * FROM rooms WHERE name = '" + message.getPayload() + "'"); // expect: sql-injection
  }
}

@RestController
class AsyncApi {
  private JdbcTemplate jdbc;

  @GetMapping("/async")
  public CompletableFuture<Integer> async(@RequestParam String a, @RequestParam Integer b) {
    Function<String, String> quoteless = s -> s.replace("'", "");
    Function<String, String> wrap = s -> "SELECT count(*) FROM t WHERE a = '" + s + "'";
    jdbc.queryForObject(wrap.apply("fixed"), Integer.class); // ok: sql-injection
    jdbc.queryForObject("SELECT count(*) FROM t WHERE b = " + b, Integer.class); // ok: sql-injection
    return CompletableFuture.supplyAsync(() -> a)
        .thenApply(wrap)
        .thenApply(sql -> jdbc.queryForObject(sql, Integer.class)); // expect: sql-injection
  }
}
