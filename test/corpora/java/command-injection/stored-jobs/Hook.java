package jobs;

import javax.persistence.Entity;

@Entity
public class Hook {
  private String script;

  public String getScript() {
    return script;
  }

  public void setScript(String script) {
    this.script = script;
  }
}
