import { Component } from '@angular/core';
import { DomSanitizer } from '@angular/platform-browser';
import { ActivatedRoute } from '@angular/router';

@Component({ selector: 'app-search', template: '<div [innerHTML]="shown"></div>' })
export class SearchComponent {
  shown: unknown;
  plain = '';

  constructor(private readonly sanitizer: DomSanitizer, private readonly route: ActivatedRoute) {}

  ngOnInit(): void {
    const term = this.route.snapshot.queryParams['q'];
    this.shown = this.sanitizer.bypassSecurityTrustHtml(term); // expect: xss
    this.plain = term; // ok: xss
    this.shown = this.sanitizer.bypassSecurityTrustHtml('<b>fixed</b>'); // ok: xss
  }
}
