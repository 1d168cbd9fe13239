from django.urls import path, re_path

from . import views

urlpatterns = [
    path("sku/<str:sku>", views.by_sku),
    path("hook", views.webhook),
    path("greet", views.greet),
    path("invoice/<int:number>", views.invoice),
    path("a", views.attachment),
    path("a2", views.attachment2),
    path("s", views.stored),
    path("done", views.login_done),
    path("reviews", views.ReviewList.as_view()),
    path("stock/<int:pk>/<shelf>", views.Stock.as_view()),
]
