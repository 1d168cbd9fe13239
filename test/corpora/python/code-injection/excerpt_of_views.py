def calculate(request):
    code = request.POST.get("code")
    exec(code)  # expect: code-injection


def total(request):
    return sum(int(part) for part in request.GET.getlist("part"))


def evaluate(request):
    eval(str(int(request.GET["n"])))  # ok: code-injection


def send(request, mailer):
    # Nothing here tells that this is a client's request.
    exec(request.body)  # ok: code-injection
