package com.acme.page;

import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class PageController {
  private final PageMapper mapper;
  private final PageService service;
  private final JdbcTemplate jdbc;

  public PageController(PageMapper mapper, PageService service, JdbcTemplate jdbc) {
    this.mapper = mapper;
    this.service = service;
    this.jdbc = jdbc;
  }

  @PostMapping("/overwritten")
  public List<String> overwritten(@RequestBody PageRequest request) {
    request.setSort("name desc");
    return mapper.sorted(request); // ok: sql-injection
  }

  @PostMapping("/deeper")
  public List<String> deeper(@RequestBody PageRequest request) {
    request.setSort("name desc");
    jdbc.queryForList("select * from t where term = '" + request.getTerm() + "'"); // expect: sql-injection
    jdbc.queryForList("select * from t limit " + request.getSize()); // ok: sql-injection
    return service.list(request);
  }

  @PostMapping("/another")
  public List<String> another(@RequestBody PageRequest request) {
    request.setTerm("x");
    return mapper.sorted(request); // expect: sql-injection
  }

  @PostMapping("/sometimes")
  public List<String> sometimes(@RequestBody PageRequest request) {
    if (request.getSize() > 10) {
      request.setSort("name desc");
    }
    return mapper.sorted(request); // expect: sql-injection
  }

  @PostMapping("/either")
  public List<String> either(@RequestBody PageRequest request) {
    if (request.getSize() > 10) {
      request.setSort("name desc");
    } else {
      request.setSort("name");
    }
    return mapper.sorted(request); // ok: sql-injection
  }

  @PostMapping("/itself")
  public List<String> itself(@RequestBody PageRequest request) {
    request.setSort(request.getTerm() + " desc");
    return mapper.sorted(request); // expect: sql-injection
  }

  @PostMapping("/later")
  public List<String> later(@RequestBody PageRequest request) {
    List<String> found = mapper.sorted(request); // expect: sql-injection
    request.setSort("name desc");
    return found;
  }

  @PostMapping("/key")
  public List<String> key(@RequestBody PageRequest request) {
    request.getParams().put("scope", "");
    return mapper.scoped(request); // ok: sql-injection
  }

  @PostMapping("/other-key")
  public List<String> otherKey(@RequestBody PageRequest request) {
    request.getParams().put("other", "");
    return mapper.scoped(request); // expect: sql-injection
  }

  @PostMapping("/untouched")
  public List<String> untouched(@RequestBody PageRequest request) {
    return mapper.both(request); // expect: sql-injection
  }
}
