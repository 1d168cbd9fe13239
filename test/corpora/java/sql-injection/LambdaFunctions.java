package com.acme.functions;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.Map;

class Orders implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> {
    private Connection connection;

    @Override
    public APIGatewayProxyResponseEvent handleRequest(APIGatewayProxyRequestEvent event, Context context) {
        String id = event.getQueryStringParameters().get("id");
        try (Statement statement = connection.createStatement(); PreparedStatement prepared = connection.prepareStatement("select * from orders where id = ?")) { // ok: sql-injection
            statement.executeQuery("select * from orders where id = '" + id + "'"); // expect: sql-injection
            statement.executeQuery("select * from orders where id = " + Integer.parseInt(id)); // ok: sql-injection
            statement.executeQuery("select * from runs where id = '" + context.getAwsRequestId() + "'"); // ok: sql-injection
            prepared.setString(1, id);
        } catch (Exception e) {
            return new APIGatewayProxyResponseEvent().withStatusCode(500).withBody("{}"); // ok: xss
        }
        return new APIGatewayProxyResponseEvent().withHeaders(Map.of("Content-Type", "text/html")).withBody("<p>" + id + "</p>"); // expect: xss
    }
}

class Import implements RequestStreamHandler {
    private Connection connection;

    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(new String(input.readAllBytes(), StandardCharsets.UTF_8)); // expect: sql-injection
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
