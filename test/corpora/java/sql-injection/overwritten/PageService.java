package com.acme.page;

import java.util.List;
import org.springframework.stereotype.Service;

@Service
public class PageService {
  private final PageMapper mapper;

  public PageService(PageMapper mapper) {
    this.mapper = mapper;
  }

  public List<String> list(PageRequest request) {
    return mapper.sorted(request); // ok: sql-injection
  }
}
