package com.acme.library.repo;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

@Entity
public class Book {
    @Id
    private String isbn;
    private String title;

    public String getIsbn() {
        return isbn;
    }

    public String getTitle() {
        return title;
    }
}
