from rest_framework import serializers
from .models import Patient


class PatientSerializer(serializers.ModelSerializer):
    class Meta:
        model = Patient
        fields = ["name", "ward"]


class QuerySerializer(serializers.Serializer):
    ward = serializers.CharField()
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=["a", "b"])
