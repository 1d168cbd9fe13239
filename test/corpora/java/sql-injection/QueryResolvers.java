package org.example.shop;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.springframework.graphql.data.method.annotation.Argument;
import org.springframework.graphql.data.method.annotation.QueryMapping;
import org.springframework.stereotype.Controller;

@Controller
public class QueryResolvers {
    private Statement statement;

    @QueryMapping
    public ResultSet orders(@Argument String customer) throws SQLException {
        return statement.executeQuery("SELECT * FROM orders WHERE customer = '" + customer + "'"); // expect: sql-injection
    }

    @QueryMapping
    public ResultSet order(@Argument int id) throws SQLException {
        return statement.executeQuery("SELECT * FROM orders WHERE id = " + id); // ok: sql-injection
    }
}
