// Data in a property of an object whose class is not seen stays in that property.
import com.acme.printing.Job;
import com.acme.printing.Printer;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class UnseenObjects {
  private Job ticket(Printer printer, String title) {
    Job job = printer.open();
    job.setTitle(title.trim());
    job.copies = "1";
    return job;
  }

  private Job marked(Printer printer, String mark) {
    Job job = printer.open();
    job.mark = mark;
    return job;
  }

  @PostMapping("/print")
  void print(@RequestParam String title, @RequestParam String mark) throws Exception {
    Printer printer = new Printer("lobby");
    Job job = ticket(printer, title);
    Runtime.getRuntime().exec("lp -t " + job.getTitle()); // expect: command-injection
    Runtime.getRuntime().exec("lp -n " + job.copies); // ok: command-injection
    Job other = marked(printer, mark);
    Runtime.getRuntime().exec("lp -o " + other.mark); // expect: command-injection
    Runtime.getRuntime().exec("lp -o " + other.tray); // ok: command-injection
    Job plain = new Job();
    plain.setTitle("cover");
    Runtime.getRuntime().exec("lp -t " + plain.getTitle()); // ok: command-injection
    plain.setTitle(title);
    Runtime.getRuntime().exec("lp -t " + plain.getTitle()); // expect: command-injection
    plain.setTitle("cover");
    Runtime.getRuntime().exec("lp -t " + plain.getTitle()); // ok: command-injection
  }
}
