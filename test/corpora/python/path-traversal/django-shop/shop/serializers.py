from rest_framework import serializers

from .models import Product, Review


class ProductSerializer(serializers.ModelSerializer):
    class Meta:
        model = Product
        fields = ["id", "name", "price"]  # ok: mass-assignment


class ReviewSerializer(serializers.ModelSerializer):
    class Meta:
        model = Review
        fields = "__all__"


class ReportSerializer(serializers.Serializer):
    year = serializers.IntegerField(min_value=2000)
    kind = serializers.ChoiceField(choices=["sales", "stock"])
    title = serializers.CharField(max_length=50)
    slug = serializers.SlugField()
