package org.example.store;

import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;

public class StoreService extends StoreGrpc.StoreImplBase {
    @Override
    public void read(ReadRequest request, StreamObserver<ReadReply> responseObserver) {
        try {
            byte[] data = Files.readAllBytes(Paths.get("/srv/store/" + request.getName())); // expect: path-traversal
            responseObserver.onNext(ReadReply.of(data));
            responseObserver.onCompleted();
        } catch (IOException e) {
            responseObserver.onError(e);
        }
    }

    // Nobody outside calls it: it answers nobody.
    void warm(String name, Cache cache) throws IOException {
        cache.put(Files.readAllBytes(Paths.get("/srv/store/" + name))); // ok: path-traversal
    }
}
