package com.acme.page;

import java.util.List;
import org.springframework.stereotype.Service;

@Service
public class NamedService {
  private final PageMapper mapper;

  public NamedService(PageMapper mapper) {
    this.mapper = mapper;
  }

  public List<String> listAll(PageRequest request) {
    return mapper.sorted(request); // ok: sql-injection
  }

  public List<String> findAll(PageRequest request) {
    return mapper.sorted(request); // expect: sql-injection
  }
}
