name = request.GET["name"]
if name:
    os.system("ls " + name)  # expect: command-injection
    subprocess.run(["ls", name])  # ok: command-injection
file = request.args["file"]
os.system("cat " + file)  # expect: command-injection
os.system("cat " + shlex.quote(file))  # ok: command-injection
