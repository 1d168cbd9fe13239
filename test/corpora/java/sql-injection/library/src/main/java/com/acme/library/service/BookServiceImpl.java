package com.acme.library.service;

import com.acme.library.repo.BookQuery;
import com.acme.library.repo.BookRepository;
import java.util.List;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import org.springframework.stereotype.Service;

@Service
@RequiredArgsConstructor
class BookServiceImpl implements BookService {
    private final BookRepository repo;

    @Override
    public List<Map<String, Object>> search(BookQuery query) {
        List<Map<String, Object>> found = repo.search(query);
        return found.isEmpty() ? repo.searchUnsafe(query) : found;
    }

    @Override
    public List<Map<String, Object>> byAuthor(String author, String sort) {
        repo.byAuthor(author, sort);
        return repo.byAuthorUnsafe(author, sort);
    }

    @Override
    public List<Map<String, Object>> sorted(String column, int limit) {
        return repo.sorted(column, limit);
    }

    @Override
    public void remove(String isbn) {
        repo.jpqlSafe(isbn);
        if (!repo.jpql(isbn).isEmpty()) repo.remove(isbn);
    }

    @Override
    public int purge(List<String> isbns) {
        return repo.removeAll(isbns).length;
    }
}
