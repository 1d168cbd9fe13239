package jobs;

import org.springframework.web.bind.annotation.*;

@RestController
public class JobController {
  private final JobRepository jobs;
  private final HookRepository hooks;

  JobController(JobRepository jobs, HookRepository hooks) {
    this.jobs = jobs;
    this.hooks = hooks;
  }

  @PostMapping("/jobs")
  public void add(@RequestParam String command) {
    Job job = new Job();
    job.setCommand(command);
    jobs.save(job);
  }

  @PostMapping("/hooks")
  public void addHook(@RequestBody Hook hook) {
    hooks.save(hook);
  }
}
