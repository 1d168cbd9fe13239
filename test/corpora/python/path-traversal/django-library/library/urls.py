from django.urls import path, re_path

from . import views

app_name = "library"
urlpatterns = [
    path("", views.BookList.as_view(), name="index"),
    path("cover/<str:name>", views.Cover.as_view()),
    path("safe/<int:pk>/<str:name>", views.SafeCover.as_view()),
    path("download", views.download),
    path("stored", views.stored),
    path("import", views.import_books),
    path("hook", views.hook),
    path("go", views.go),
    path("leave", views.leave),
    path("greet/<str:name>", views.greet),
    path("echo", views.echo),
    path("plain", views.echo_plain),
    re_path(r"^y/(?P<year>[0-9]{4})/$", views.echo_number),
    path("search", views.search),
]
