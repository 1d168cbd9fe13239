FROM ubuntu:24.04
# expect: file-permissions/world-writable
RUN chmod -R 777 /srv/app
# expect: file-permissions/world-writable
RUN mkdir /data && chmod a+rwx /data
# expect: file-permissions/world-writable
COPY --chmod=0666 settings.ini /srv/app/
# The sticky bit, as on /tmp.
# ok: file-permissions/world-writable
RUN chmod 1777 /scratch
# ok: file-permissions/world-writable
RUN chmod 755 /srv/app/run.sh && chmod g+w /srv/data && chmod +x /srv/app/run.sh
# ok: file-permissions/world-writable
COPY --chmod=0755 run.sh /srv/app/
USER 1000
