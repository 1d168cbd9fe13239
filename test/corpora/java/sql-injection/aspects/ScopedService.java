package com.acme.page;

import com.acme.page.Scoped.Afterwards;
import com.acme.page.Scoped.ByDepartment;
import com.acme.page.Scoped.Ordered;
import com.acme.page.Scoped.Perhaps;
import com.acme.page.Scoped.Unregistered;
import java.util.List;
import org.springframework.stereotype.Service;

@Service
public class ScopedService {
  private final PageMapper mapper;

  public ScopedService(PageMapper mapper) {
    this.mapper = mapper;
  }

  @ByDepartment(alias = "d")
  public List<String> scoped(PageRequest request) {
    return mapper.scoped(request); // ok: sql-injection
  }

  @ByDepartment(alias = "d")
  public List<String> both(PageRequest request) {
    return mapper.both(request); // expect: sql-injection
  }

  @Ordered
  public List<String> ordered(PageRequest request) {
    return mapper.sorted(request); // ok: sql-injection
  }

  @Afterwards
  public List<String> afterwards(PageRequest request) {
    return mapper.sorted(request); // expect: sql-injection
  }

  @Perhaps
  public List<String> perhaps(PageRequest request) {
    return mapper.sorted(request); // expect: sql-injection
  }

  @Unregistered
  public List<String> unregistered(PageRequest request) {
    return mapper.sorted(request); // expect: sql-injection
  }

  public List<String> without(PageRequest request) {
    return mapper.scoped(request); // expect: sql-injection
  }
}
