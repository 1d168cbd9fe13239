from django.contrib import admin
from django.utils.html import format_html
from django.utils.safestring import mark_safe

from .models import Entry


@admin.register(Entry)
class EntryAdmin(admin.ModelAdmin):
    list_display = ["memo", "pretty"]

    @admin.display(description="Pretty")
    def pretty(self, obj):
        return format_html("<b>{}</b>", obj.memo)  # ok: xss

    def get_search_results(self, request, queryset, search_term):
        extra = Entry.by_memo(search_term)
        good = Entry.by_memo_well(search_term)
        return queryset.filter(memo__in=[e.memo for e in [*extra, *good]]), False

    def changelist_view(self, request, extra_context=None):
        note = mark_safe("<i>%s</i>" % request.GET.get("note", ""))  # expect: xss
        return super().changelist_view(request, {"note": note})
