ARG VERSION=latest
ARG DIGEST
# expect: mutable-reference/image-tag
FROM node AS web
# expect: mutable-reference/image-tag
FROM --platform=linux/amd64 registry.example.com:5000/tools/base:latest AS tools
# expect: mutable-reference/image-tag
FROM nginx:${VERSION} AS proxy
# A digest says exactly which image it is.
# ok: mutable-reference/image-tag
FROM nginx:latest@sha256:0f0ff03ff0f6f0a6a4b4c0d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f70819 AS pinned
# Whoever builds chooses it.
# ok: mutable-reference/image-tag
FROM nginx:${DIGEST} AS chosen
# ok: mutable-reference/image-tag
FROM web AS test
# ok: mutable-reference/image-tag
FROM alpine:3.20
USER nobody
