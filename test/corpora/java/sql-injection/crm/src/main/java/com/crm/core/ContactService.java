package com.crm.core;

import com.crm.data.Contact;
import java.util.List;

public interface ContactService {
  List<Contact> search(SearchCriteria criteria);

  List<Contact> sorted(String by, String dir);
}
