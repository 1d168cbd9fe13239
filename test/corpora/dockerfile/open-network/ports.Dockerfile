FROM ubuntu:24.04
# expect: open-network/ssh-port
EXPOSE 22 8080
# ok: open-network/ssh-port
EXPOSE 2222 8022/tcp
USER 1000
