package com.shop.audit;

import jakarta.servlet.http.HttpServletRequest;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.slf4j.LoggerFactory;
import org.apache.logging.log4j.LogManager;

public class Audit {
    private static final Logger JUL = Logger.getLogger("audit");
    private static final org.slf4j.Logger SLF = LoggerFactory.getLogger(Audit.class);
    private static final org.apache.logging.log4j.Logger L4J = LogManager.getLogger();

    public void login(HttpServletRequest req) {
        String user = req.getParameter("user");
        JUL.info("login of " + user); // expect: log-injection
        JUL.log(Level.WARNING, "failed login of {0}", user); // expect: log-injection
        SLF.info("login of {}", user); // expect: log-injection
        SLF.info("login of {}", user.replaceAll("[\r\n\t]", "_")); // ok: log-injection
        SLF.info("login of {}", user.replace('\n', ' ').replace('\r', ' ')); // ok: log-injection
        L4J.error("login", new RuntimeException("x")); // ok: log-injection
        SLF.debug("attempt number {}", Integer.valueOf(req.getParameter("n"))); // ok: log-injection
    }
}
