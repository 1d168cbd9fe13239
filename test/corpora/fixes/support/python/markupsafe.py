import html


def escape(value):
    return html.escape(str(value))
