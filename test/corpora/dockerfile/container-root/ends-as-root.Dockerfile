FROM node:22.9-alpine
# ok: container-root/root-user
USER root
# expect: container-root/sudo
RUN sudo -E apk add git
# expect: container-root/passwordless-sudo
RUN echo 'node ALL=(ALL) NOPASSWD: ALL' >> /etc/sudoers
USER node
RUN npm ci
# expect: container-root/root-user
USER 0:0
CMD node server.js
