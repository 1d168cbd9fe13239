FROM node:22.9
# expect: exposed-secret/build-variable
ARG NPM_TOKEN
# expect: exposed-secret/build-variable
ENV REGISTRY_PASSWORD=${REGISTRY_PASSWORD}
# ok: exposed-secret/build-variable
ARG NODE_VERSION=22
# A path to a secret is none.
# ok: exposed-secret/build-variable
ENV DB_PASSWORD_FILE=/run/secrets/db
# ok: exposed-secret/build-variable
RUN --mount=type=secret,id=npm,target=/root/.npmrc npm ci
# expect: exposed-secret/copied-file
COPY package.json .npmrc ./
# expect: exposed-secret/copied-file
ADD ["deploy/id_rsa", "/root/.ssh/id_rsa"]
# ok: exposed-secret/copied-file
COPY .env.example package.json ./
# ok: exposed-secret/copied-file
COPY certs/ca.pem /etc/ssl/
# ok: exposed-secret/copied-file
COPY --from=build /out/server.key /etc/
USER node
