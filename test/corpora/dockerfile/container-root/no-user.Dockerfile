FROM golang:1.23 AS build
WORKDIR /src
COPY . .
RUN go build -o /bin/server ./cmd/server

# expect: container-root/no-user
FROM debian:12.7-slim
COPY --from=build /bin/server /bin/server
ENTRYPOINT ["/bin/server"]
