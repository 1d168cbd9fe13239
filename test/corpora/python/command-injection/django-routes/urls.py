from django.urls import path, re_path

from . import views

urlpatterns = [
    path("t/<int:number>/<slug:label>/<str:free>/", views.by_route, name="by-route"),
    re_path(r"^y/(?P<year>\d{4})/(?P<kind>.+)/$", views.by_expression),
    re_path(r"^z/\((?P<area>[A-Z]{2})\)/(?:old|new)/(?P<rest>[^()]+)/$", views.by_parts),
    path("ping/", views.ping),
]
