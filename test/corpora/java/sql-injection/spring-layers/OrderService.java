package com.acme.orders;

import java.util.List;
import java.util.Map;

public interface OrderService {
  List<Map<String, Object>> search(String status, String sort);

  Map<String, Object> byId(long id);

  List<Map<String, Object>> filter(OrderFilter filter);
}
