package bank.model;

public final class AccountQuery {
    private final String owner;
    private final String sort;

    private AccountQuery(Builder builder) {
        this.owner = builder.owner;
        this.sort = builder.sort;
    }

    public String getOwner() { return owner; }
    public String getSort() { return sort; }

    public static Builder builder() { return new Builder(); }

    public static class Builder {
        private String owner;
        private String sort = "name";

        public Builder owner(String owner) { this.owner = owner; return this; }
        public Builder sort(String sort) { this.sort = sort; return this; }
        public AccountQuery build() { return new AccountQuery(this); }
    }
}
