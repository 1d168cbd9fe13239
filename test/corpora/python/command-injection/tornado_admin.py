import asyncio
import subprocess

import tornado.web


class BackupHandler(tornado.web.RequestHandler):
    async def post(self):
        target = self.get_argument("target")
        process = await asyncio.create_subprocess_shell("tar czf /backup/%s.tgz /data" % target)  # expect: command-injection
        await process.wait()
        self.finish("ok")

    def get(self):
        kind = self.get_query_argument("kind")
        kind = {"full": "-f", "diff": "-d"}.get(kind, "-l")
        subprocess.getoutput("backup " + kind)  # ok: command-injection
        self.finish("ok")
