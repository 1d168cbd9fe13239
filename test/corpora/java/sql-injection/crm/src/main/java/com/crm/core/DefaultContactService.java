package com.crm.core;

import com.crm.data.*;
import java.util.List;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Service;

@Service
public class DefaultContactService implements ContactService {
  @Autowired private ContactDao dao;
  @Autowired private ContactRepository repository;

  @Override
  public List<Contact> search(SearchCriteria criteria) {
    QueryBuilder query = new QueryBuilder("contact");
    if (criteria.getName() != null) {
      query.and("name LIKE ?", "%" + criteria.getName() + "%");
    }
    if (criteria.getCity() != null) {
      query.raw("city = '" + criteria.getCity() + "'");
    }
    return dao.run(query);
  }

  @Override
  public List<Contact> sorted(String by, String dir) {
    String column = switch (by) {
      case "name", "city" -> by;
      case "age" -> "birthday";
      default -> "id";
    };
    String direction = "desc".equalsIgnoreCase(dir) ? "DESC" : "ASC";
    repository.byNative(by);
    return dao.ordered(column, direction, by);
  }
}
