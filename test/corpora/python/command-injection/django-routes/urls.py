from django.urls import path, re_path

from . import views

urlpatterns = [
    path("t/<int:number>/<slug:label>/<str:free>/", views.by_route, name="by-route"),
    re_path(r"^y/(?P<year>\d{4})/(?P<kind>.+)/$", views.by_expression),
    path("ping/", views.ping),
]
