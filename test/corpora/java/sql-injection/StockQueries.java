package shop.stock;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Functions whose callers are not here, whatever they are called. */
public class StockQueries {
    private final Connection connection;

    public StockQueries(Connection connection) {
        this.connection = connection;
    }

    public ResultSet testedBy(String inspector) throws SQLException {
        Statement statement = connection.createStatement();
        return statement.executeQuery("SELECT * FROM stock WHERE tested_by = '" + inspector + "'"); // expect: sql-injection
    }

    public ResultSet testedSince(int year) throws SQLException {
        Statement statement = connection.createStatement();
        return statement.executeQuery("SELECT * FROM stock WHERE tested >= " + year); // ok: sql-injection
    }
}
