package com.acme.library.service;

import com.acme.library.repo.BookQuery;
import java.util.List;
import java.util.Map;

public interface BookService {
    List<Map<String, Object>> search(BookQuery query);

    List<Map<String, Object>> byAuthor(String author, String sort);

    List<Map<String, Object>> sorted(String column, int limit);

    void remove(String isbn);

    int purge(List<String> isbns);
}
