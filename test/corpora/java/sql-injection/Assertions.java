package com.acme.assertions;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableSet;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.lang3.Validate;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.util.Assert;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class Assertions {
    private static final ImmutableSet<String> COLUMNS = ImmutableSet.of("name", "age");
    private JdbcTemplate jdbc;

    private void by(String column) {
        jdbc.execute("select * from t order by " + column); // ok: sql-injection
    }

    @GetMapping("/a")
    void asserted(@RequestParam String a, @RequestParam String b, @RequestParam String c, @RequestParam String d) {
        checkArgument(COLUMNS.contains(a), "unknown column %s", a);
        by(a);
        Assert.isTrue(b.matches("[a-z_]+"), "not a column");
        by(b);
        Validate.isTrue(COLUMNS.contains(c));
        by(c);
        Assert.notNull(d, "missing");
        jdbc.execute("select * from t order by " + d); // expect: sql-injection
    }

    @GetMapping("/b")
    void found(@RequestParam String name, @RequestParam Optional<String> other) {
        String column = Stream.of("name", "age").filter(known -> known.equals(name)).findFirst().orElseThrow(() -> new IllegalArgumentException(name));
        by(column);
        String given = other.orElseThrow(() -> new IllegalArgumentException("missing"));
        jdbc.execute("select * from t order by " + given); // expect: sql-injection
    }
}
