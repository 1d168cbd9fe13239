FROM python:3.12-slim AS base
RUN useradd --uid 10001 app
USER app

# The stage that it continues has a user.
# ok: container-root/no-user
FROM base
# ok: container-root/sudo
RUN python -m pip install --user .
# ok: container-root/passwordless-sudo
RUN echo "app ALL=(ALL) ALL" > /etc/sudoers.d/app
CMD ["python", "-m", "app"]
