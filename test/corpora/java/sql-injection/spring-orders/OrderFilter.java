package com.acme.shop.data;

import jakarta.validation.constraints.*;
import lombok.Data;

@Data
public class OrderFilter {
    private String customer;
    @Pattern(regexp = "[a-z_]+")
    private String column;
    private Status status;
    private Integer limit;
    private java.time.LocalDate since;

    public enum Status { OPEN, CLOSED }
}
