# An image of files alone, which nobody runs.
# ok: container-root/no-user
FROM scratch
COPY schemas /schemas
