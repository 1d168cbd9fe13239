# syntax=docker/dockerfile:1
FROM ubuntu:24.04
# expect: unverified-download/add-url
ADD https://downloads.example.org/agent.tar.gz /opt/
# ok: unverified-download/add-url
ADD --checksum=sha256:24454f830cdb571e2c4ad15481119c43b3cafd48dd869a9b2945d1036d1dc68d https://downloads.example.org/tool /usr/bin/tool
# ok: unverified-download/add-url
ADD https://github.com/example/rules.git#4c1c1a1e4cbd5e0b1cf4b6f9f4cbf0ddc24a1a55 /rules
# ok: unverified-download/add-url
ADD dist.tar.gz /srv/
# expect: unverified-download/plain-http
ADD http://mirror.acme-tools.com/data.bin /data/
# expect: unverified-download/pipe-to-shell
RUN curl -fsSL https://get.example.org/install.sh | bash -
# expect: unverified-download/pipe-to-shell
RUN wget -qO- https://get.example.org/setup | tee /tmp/setup | sh -s -- --yes
# ok: unverified-download/pipe-to-shell
RUN curl -fsSL https://get.example.org/list.json | jq .version
# ok: unverified-download/pipe-to-shell
RUN curl -fsSL https://get.example.org/list.json | python3 /opt/parse.py
# ok: unverified-download/pipe-to-shell
RUN curl -fsSLo install.sh https://get.example.org/install.sh && echo "0a1b  install.sh" | sha256sum -c && sh install.sh
RUN apt-get update && \
    # Comments may stand between the lines of one step.
# expect: unverified-download/unsigned-packages
    apt-get install -y --allow-unauthenticated agent && \
# expect: unverified-download/plain-http
    curl -O http://mirror.acme-tools.com/agent.deb
# ok: unverified-download/unsigned-packages
RUN apt-get install -y --no-install-recommends agent
# ok: unverified-download/plain-http
RUN curl -f http://localhost:8080/health || curl http://10.0.0.7/ready
RUN <<EOT
set -e
# expect: unverified-download/pipe-to-shell
curl https://get.example.org/more.sh | sh
EOT
USER 1000
