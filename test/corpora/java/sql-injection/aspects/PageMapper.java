package com.acme.page;

import java.util.List;

public interface PageMapper {
  List<String> sorted(PageRequest request);

  List<String> scoped(PageRequest request);

  List<String> both(PageRequest request);
}
