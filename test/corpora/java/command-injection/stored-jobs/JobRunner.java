package jobs;

import java.io.IOException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

@Component
public class JobRunner {
  private final JobRepository jobs;
  private final HookRepository hooks;

  JobRunner(JobRepository jobs, HookRepository hooks) {
    this.jobs = jobs;
    this.hooks = hooks;
  }

  @Scheduled(fixedRate = 1000)
  public void run() throws IOException {
    for (Job job : jobs.findAll()) {
      Runtime.getRuntime().exec(job.getCommand()); // expect: command-injection
      Runtime.getRuntime().exec(job.getLabel()); // ok: command-injection
      Runtime.getRuntime().exec("retry " + job.getRetries()); // ok: command-injection
    }
  }

  public void hook(Long id) throws IOException {
    Hook hook = hooks.findById(id).orElseThrow();
    Runtime.getRuntime().exec(hook.getScript()); // expect: command-injection
  }
}
