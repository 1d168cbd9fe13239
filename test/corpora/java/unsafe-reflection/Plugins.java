package com.shop.plugins;

import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.function.Supplier;

public class Plugins {
    private static final Map<String, Supplier<Runnable>> KNOWN = Map.of("csv", () -> () -> {}, "pdf", () -> () -> {});
    private static final Map<String, String> NAMES = Map.of("csv", "com.shop.plugins.Csv");

    public void load(HttpServletRequest req) throws Exception {
        String type = req.getParameter("type");
        Class<?> c = Class.forName(type); // expect: unsafe-reflection
        c.getDeclaredConstructor().newInstance();
        KNOWN.get(type).get().run(); // ok: unsafe-reflection
        Class.forName(NAMES.get(type)); // ok: unsafe-reflection
        Class<?> prefixed = Thread.currentThread().getContextClassLoader().loadClass("com.shop.plugins." + type); // expect: unsafe-reflection
        Method m = prefixed.getMethod("run");
        m.invoke(null);
        Object helper = new Helper();
        Method chosen = helper.getClass().getMethod(req.getParameter("action")); // expect: unsafe-reflection
        chosen.invoke(helper);
        if (type.equals("com.shop.plugins.Csv") || type.equals("com.shop.plugins.Pdf")) {
            Class.forName(type).getDeclaredConstructor().newInstance(); // ok: unsafe-reflection
        }
    }

    static class Helper {}
}
