package com.acme.tools;

import java.io.IOException;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class ToolController implements ToolApi {
  private final ToolRepository repository;

  public ToolController(ToolRepository repository) {
    this.repository = repository;
  }

  @Override
  public String run(String tool, int times) {
    try {
      Tool known = repository.find(tool);
      if (known != null) {
        Runtime.getRuntime().exec("tools/" + tool); // expect: command-injection
        Runtime.getRuntime().exec("tools/" + known.path()); // ok: command-injection
      }
      if (repository.enabled("extra")) {
        Runtime.getRuntime().exec("extra/" + tool); // expect: command-injection
      }
      Runtime.getRuntime().exec("tools/repeat " + times); // ok: command-injection
    } catch (IOException e) {
      return "failed";
    }
    return "started";
  }
}
