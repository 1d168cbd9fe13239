import java.io.IOException;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.springframework.web.reactive.function.client.WebClient;

class ClientAnswers {
  private final OkHttpClient client = new OkHttpClient();
  private final WebClient web = WebClient.create("https://jobs.example.org");

  void next() throws IOException {
    Request request = new Request.Builder().url("https://jobs.example.org/next").build();
    try (Response response = client.newCall(request).execute()) {
      Runtime.getRuntime().exec("run-job " + response.body().string()); // expect: command-injection
      Runtime.getRuntime().exec("exit-with " + response.code()); // ok: command-injection
    }
  }

  void other(ClassicHttpResponse response) throws Exception {
    Runtime.getRuntime().exec("run-job " + EntityUtils.toString(response.getEntity())); // expect: command-injection
  }

  void spring() throws IOException {
    String name = web.get().uri("/next").retrieve().bodyToMono(String.class).block();
    Runtime.getRuntime().exec("run-job " + name); // expect: command-injection
  }
}
