import { Component, ElementRef, Input, OnInit } from '@angular/core';
import { DomSanitizer, SafeHtml } from '@angular/platform-browser';
import { ActivatedRoute } from '@angular/router';
import { SecurityContext } from '@angular/core';

@Component({ selector: 'app-preview', template: '<div [innerHTML]="html"></div>' })
export class PreviewComponent implements OnInit {
  html: SafeHtml = '';
  constructor(private route: ActivatedRoute, private sanitizer: DomSanitizer, private el: ElementRef) {}
  ngOnInit() {
    const q = this.route.snapshot.queryParams['q'];
    this.html = this.sanitizer.bypassSecurityTrustHtml(q); // expect: xss
    this.el.nativeElement.innerHTML = this.sanitizer.sanitize(SecurityContext.HTML, q); // ok: xss
    this.route.queryParams.subscribe((params) => {
      this.el.nativeElement.innerHTML = params['text']; // expect: xss
    });
    this.route.snapshot.queryParamMap.get('x');
  }
}
