package com.acme.page;

import java.util.List;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class ScopedController {
  private final ScopedService scoped;
  private final NamedService named;

  public ScopedController(ScopedService scoped, NamedService named) {
    this.scoped = scoped;
    this.named = named;
  }

  @PostMapping("/scoped")
  public List<String> scoped(PageRequest request) {
    return scoped.scoped(request);
  }

  @PostMapping("/both")
  public List<String> both(PageRequest request) {
    return scoped.both(request);
  }

  @PostMapping("/ordered")
  public List<String> ordered(PageRequest request) {
    return scoped.ordered(request);
  }

  @PostMapping("/afterwards")
  public List<String> afterwards(PageRequest request) {
    return scoped.afterwards(request);
  }

  @PostMapping("/perhaps")
  public List<String> perhaps(PageRequest request) {
    return scoped.perhaps(request);
  }

  @PostMapping("/unregistered")
  public List<String> unregistered(PageRequest request) {
    return scoped.unregistered(request);
  }

  @PostMapping("/without")
  public List<String> without(PageRequest request) {
    return scoped.without(request);
  }

  @PostMapping("/named")
  public List<String> named(PageRequest request) {
    named.findAll(request);
    return named.listAll(request);
  }
}
