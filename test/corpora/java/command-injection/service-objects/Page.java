package shop;

import java.io.IOException;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

class Order {
  private String program;
  private String note;

  public String getProgram() {
    return program;
  }

  public void setProgram(String program) {
    this.program = program;
  }

  public String getNote() {
    return note;
  }

  public void setNote(String note) {
    this.note = note;
  }
}

@Component
class Shell {
  void start(String program) throws IOException {
    Runtime.getRuntime().exec("start " + program); // expect: command-injection
  }

  void stop(String program) throws IOException {
    Runtime.getRuntime().exec("stop " + program); // expect: command-injection
  }

  void list(String program) throws IOException {
    Runtime.getRuntime().exec("list " + program); // ok: command-injection
  }
}

@Service
class Orders {
  private final Shell shell;

  Orders(Shell shell) {
    this.shell = shell;
  }

  void place(Order order, String program) throws IOException {
    order.setProgram(program);
    order.setNote("new");
    this.shell.start(order.getProgram());
    this.shell.list(order.getNote());
  }

  void cancel(String program) throws IOException {
    Order order = new Order();
    order.setProgram(program);
    this.shell.stop(order.getProgram());
  }
}

@RestController
public class Page {
  @Autowired private Orders orders;

  @GetMapping("/place")
  public void place(@RequestParam String program) throws IOException {
    orders.place(new Order(), program);
  }

  @GetMapping("/cancel")
  public void cancel(@RequestParam String program) throws IOException {
    orders.cancel(program);
  }
}
