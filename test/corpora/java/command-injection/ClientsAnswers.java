// threat-models: response
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.util.CharsetUtil;
import io.vertx.core.AbstractVerticle;
import io.vertx.ext.web.client.WebClient;

class Fetching extends AbstractVerticle {
  private WebClient client;

  void fetch() {
    client.getAbs("https://example.com/job").timeout(100).send().onSuccess(answer -> run(answer.bodyAsString()));
    client.getAbs("https://example.com/job").send().onSuccess(answer -> exit(answer.statusCode()));
  }

  private void run(String job) {
    try {
      Runtime.getRuntime().exec(new String[] {"sh", "-c", job}); // expect: command-injection
    } catch (java.io.IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void exit(int code) {
    try {
      Runtime.getRuntime().exec(new String[] {"sh", "-c", "exit " + code}); // ok: command-injection
    } catch (java.io.IOException e) {
      throw new IllegalStateException(e);
    }
  }
}

class AnswerHandler extends SimpleChannelInboundHandler<FullHttpResponse> {
  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpResponse answer) throws Exception {
    String text = answer.content().toString(CharsetUtil.UTF_8);
    Runtime.getRuntime().exec(new String[] {"sh", "-c", text}); // expect: command-injection
    Class.forName("jobs.A" + answer.status().code()); // ok: unsafe-reflection
  }
}
