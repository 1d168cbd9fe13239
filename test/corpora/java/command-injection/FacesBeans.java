import java.io.IOException;
import javax.annotation.ManagedBean;
import javax.faces.view.ViewScoped;
import javax.inject.Named;
import org.primefaces.model.file.UploadedFile;

/** What the form of a page holds is set in the bean. */
@Named
@ViewScoped
class SearchBean {
  private String term;
  private int page;
  private String fixed = "all";
  private UploadedFile file;

  public String getTerm() {
    return term;
  }

  public void setTerm(String term) {
    this.term = term;
  }

  public void setPage(int page) {
    this.page = page;
  }

  public void setFile(UploadedFile file) {
    this.file = file;
  }

  public String search() throws IOException {
    Runtime.getRuntime().exec(new String[] {"sh", "-c", "search " + term}); // expect: command-injection
    Runtime.getRuntime().exec(new String[] {"sh", "-c", "search " + page}); // ok: command-injection
    Runtime.getRuntime().exec(new String[] {"sh", "-c", "search " + fixed}); // ok: command-injection
    Runtime.getRuntime().exec(new String[] {"sh", "-c", "scan " + file.getFileName()}); // expect: command-injection
    Runtime.getRuntime().exec(new String[] {"sh", "-c", "scan " + file.getSize()}); // ok: command-injection
    return "found";
  }
}

/** No page sets what is in it. */
class Settings {
  private String term;

  public void setTerm(String term) {
    this.term = term;
  }

  public void search() throws IOException {
    Runtime.getRuntime().exec(new String[] {"sh", "-c", "search " + term}); // ok: command-injection
  }
}
