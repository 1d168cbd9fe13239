import { Component, ElementRef, OnInit, SecurityContext, ViewChild } from '@angular/core';
import { DomSanitizer, SafeHtml } from '@angular/platform-browser';
import { ActivatedRoute, Router } from '@angular/router';
import { HttpClient } from '@angular/common/http';
import { defineComponent, h, ref } from 'vue';
import { useRoute, useRouter } from 'vue-router';

@Component({ selector: 'app-a', template: '<div [innerHTML]="html"></div>' })
export class AComponent implements OnInit {
  html: SafeHtml = '';
  title = '';
  @ViewChild('box') box!: ElementRef<HTMLDivElement>;
  constructor(private route: ActivatedRoute, private sanitizer: DomSanitizer, private router: Router, private http: HttpClient) {}
  ngOnInit() {
    this.route.queryParams.subscribe((params) => {
      this.html = this.sanitizer.bypassSecurityTrustHtml(params['html']); // expect: xss
      this.title = params['title']; // ok: xss
    });
    this.route.queryParamMap.subscribe((map) => {
      this.box.nativeElement.innerHTML = map.get('x')!; // expect: xss
      this.box.nativeElement.innerHTML = this.sanitizer.sanitize(SecurityContext.HTML, map.get('x'))!; // ok: xss
      this.router.navigateByUrl('/home/' + encodeURIComponent(map.get('x')!)); // ok: open-redirect
    });
    const id = this.route.snapshot.paramMap.get('id');
    this.http.get(`/api/items/${id}`).subscribe(); // ok: ssrf
    const go = this.route.snapshot.queryParams['go'];
    document.location.href = go; // expect: open-redirect
  }
}

export const Comment = defineComponent({
  setup() {
    const route = useRoute();
    const router = useRouter();
    const open = ref(false);
    const leave = () => {
      window.location.replace(route.query.to as string); // expect: open-redirect
      router.push({ name: 'home', query: { from: route.query.to } }); // ok: open-redirect
    };
    return () => h('div', [
      h('p', { innerHTML: route.query.text }), // expect: xss
      h('p', route.query.text as string), // ok: xss
      h('button', { onClick: leave }, String(open.value)),
    ]);
  },
});
