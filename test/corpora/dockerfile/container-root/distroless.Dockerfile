# ok: container-root/no-user
FROM gcr.io/distroless/static-debian12:nonroot
COPY server /server
ENTRYPOINT ["/server"]
