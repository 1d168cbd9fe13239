package com.acme.shop;

public record OrderPlaced(String coupon, long customerId) {}
