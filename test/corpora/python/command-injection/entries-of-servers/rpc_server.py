"""Remote calls: functions under a name of an XML-RPC server, and the methods of a gRPC servicer."""
import os
from xmlrpc.server import SimpleXMLRPCServer

import grpc

import jobs_pb2
import jobs_pb2_grpc


def ping(host):
    os.system("ping -c 1 " + host)  # expect: command-injection


def ping_counted(count):
    os.system("ping -c " + str(int(count)) + " localhost")  # ok: command-injection


server = SimpleXMLRPCServer(("localhost", 8000))
server.register_function(ping, "ping")
server.register_function(ping_counted)


class Jobs(jobs_pb2_grpc.JobsServicer):
    def Start(self, request, context):
        os.system("start-job " + request.name)  # expect: command-injection
        os.system(f"log-size {request.ByteSize()}")  # ok: command-injection
        return jobs_pb2.Started()

    def Watch(self, request_iterator, context):
        for wanted in request_iterator:
            os.system("watch-job " + wanted.name)  # expect: command-injection

    def schedule(self, job, context):
        os.system("start-job " + job.name)  # ok: command-injection
