from django.urls import path

from . import views

urlpatterns = [
    path("jobs", views.jobs),
    path("jobs/<name>", views.job),
    path("jobs/<int:number>/log", views.log),
    path("status", views.status),
]
