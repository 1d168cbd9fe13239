package com.acme.library.repo;

public class BookQuery {
    private final String title;
    private final Integer year;

    private BookQuery(Builder builder) {
        this.title = builder.title;
        this.year = builder.year;
    }

    public static Builder builder() {
        return new Builder();
    }

    public String getTitle() {
        return title;
    }

    public Integer getYear() {
        return year;
    }

    public static class Builder {
        private String title;
        private Integer year;

        public Builder title(String title) {
            this.title = title;
            return this;
        }

        public Builder year(Integer year) {
            this.year = year;
            return this;
        }

        public BookQuery build() {
            return new BookQuery(this);
        }
    }
}
