package jobs;

import javax.persistence.Entity;
import javax.persistence.Id;

@Entity
public class Job {
  @Id private Long id;
  private String command;
  private String label;
  private int retries;

  public String getCommand() {
    return command;
  }

  public void setCommand(String command) {
    this.command = command;
  }

  public String getLabel() {
    return label;
  }

  public int getRetries() {
    return retries;
  }
}
