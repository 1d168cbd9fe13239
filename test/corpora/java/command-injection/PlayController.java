import java.io.IOException;
import play.data.DynamicForm;
import play.data.FormFactory;
import play.mvc.Controller;
import play.mvc.Http;
import play.mvc.Result;

public class PlayController extends Controller {
  private FormFactory forms;

  public Result ping(Http.Request request) throws IOException {
    Runtime.getRuntime().exec("ping " + request.queryString("host").get()); // expect: command-injection
    Runtime.getRuntime().exec("ping " + request.body().asJson().get("host").asText()); // expect: command-injection
    Runtime.getRuntime().exec("ping " + request.method()); // ok: command-injection
    return ok("done");
  }

  public Result form(Http.Request request) throws IOException {
    DynamicForm form = forms.form().bindFromRequest(request);
    Runtime.getRuntime().exec("ping " + form.get("host")); // expect: command-injection
    return redirect(request.getQueryString("next")); // expect: open-redirect
  }
}
