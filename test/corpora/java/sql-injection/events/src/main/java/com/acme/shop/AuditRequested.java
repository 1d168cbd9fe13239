package com.acme.shop;

public record AuditRequested(String sql) {}
