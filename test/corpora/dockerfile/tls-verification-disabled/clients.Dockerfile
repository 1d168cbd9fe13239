FROM ubuntu:24.04
# expect: tls-verification-disabled/environment
ENV NODE_TLS_REJECT_UNAUTHORIZED=0
# ok: tls-verification-disabled/environment
ENV NODE_TLS_REJECT_UNAUTHORIZED=1
# expect: tls-verification-disabled/environment
ENV GIT_SSL_NO_VERIFY true
# expect: tls-verification-disabled/command
RUN curl --insecure -o tool https://downloads.example.org/tool
# expect: tls-verification-disabled/command
RUN curl -sSfk https://downloads.example.org/tool -o tool
# expect: tls-verification-disabled/command
RUN wget --no-check-certificate https://downloads.example.org/tool
# expect: tls-verification-disabled/command
RUN npm config set strict-ssl false
# expect: tls-verification-disabled/command
RUN git config --global http.sslVerify false && git clone https://git.example.org/a
# ok: tls-verification-disabled/command
RUN curl --cacert /etc/ssl/own.pem -o tool https://downloads.example.org/tool
# ok: tls-verification-disabled/command
RUN git config --global http.sslVerify true
# ok: tls-verification-disabled/command
RUN echo "never use curl --insecure here"
USER 1000
