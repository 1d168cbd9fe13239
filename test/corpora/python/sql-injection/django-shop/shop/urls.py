from django.urls import path
from . import views

urlpatterns = [
    path("search", views.search),
    path("report", views.report),
    path("pdf/<slug:slug>", views.pdf),
    path("hello/<int:pk>", views.Greeting.as_view()),
    path("widgets", views.Widgets.as_view()),
    path("orders", views.Orders.as_view()),
    path("in", views.after_login),
    path("out", views.after_logout),
    path("dl/<str:name>", views.download),
    path("up", views.upload),
    path("fail", views.failing),
    path("stream", views.stream),
    path("cookie", views.cookie),
]
