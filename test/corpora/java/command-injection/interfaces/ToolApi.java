package com.acme.tools;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

public interface ToolApi {
  @GetMapping("/tools/run")
  String run(@RequestParam("tool") String tool, @RequestParam("times") int times);
}
