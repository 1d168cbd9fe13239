from rest_framework import serializers

from .models import Entry


class EntrySerializer(serializers.ModelSerializer):
    class Meta:
        model = Entry
        fields = "__all__"


class ReportSerializer(serializers.Serializer):
    year = serializers.IntegerField(min_value=2000)
    kind = serializers.ChoiceField(choices=("debit", "credit"))
    memo = serializers.CharField(allow_blank=True)
    currency = serializers.CharField(max_length=3)

    def validate_currency(self, value):
        if value not in ("EUR", "USD"):
            raise serializers.ValidationError("unknown currency")
        return value
