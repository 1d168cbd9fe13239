"""Objects whose methods are served as a whole."""
import os
from xmlrpc.server import SimpleXMLRPCServer

import thriftpy2
from jobs import JobService
from thriftpy2.rpc import make_server


class Remote:
    def __init__(self, shell):
        self.shell = shell

    def start(self, name, options):
        os.system(self.shell + " start " + name)  # expect: command-injection

    def _prepare(self, name):
        os.system("prepare " + name)  # ok: command-injection


def serve():
    server = SimpleXMLRPCServer(("localhost", 8000))
    server.register_instance(Remote("sh"))
    server.serve_forever()


class Jobs:
    def stop(self, name):
        os.system("stop " + name)  # expect: command-injection


processor = JobService.Processor(Jobs())


class Hosts:
    def ping(self, host):
        os.system("ping " + host)  # expect: command-injection


make_server(thriftpy2.load("hosts.thrift"), Hosts(), "127.0.0.1", 6000)
