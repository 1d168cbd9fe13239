import $ from 'jquery';
import { Component, ElementRef, inject } from '@angular/core';
import { DomSanitizer } from '@angular/platform-browser';
import { ActivatedRoute } from '@angular/router';
import axios from 'axios';
import DOMPurify from 'dompurify';
$('#go').on('click', () => {
  const v = new URL(location.href).searchParams.get('v');
  $('#out').html(v); // expect: xss
  $('#out').text(v); // ok: xss
  $('#list').append('<li>' + v + '</li>'); // expect: xss
  $(v); // expect: xss
  document.write('<p>' + document.referrer + '</p>'); // expect: xss
  document.getElementById('a').outerHTML = DOMPurify.sanitize(location.hash); // ok: xss
  location.assign(new URLSearchParams(location.search).get('to')); // expect: open-redirect
  window.open('/x?' + encodeURIComponent(v)); // ok: open-redirect
  setTimeout('run("' + location.hash + '")', 10); // expect: code-injection
  localStorage.setItem('x', v); // ok: xss
});
@Component({ selector: 'x', template: '<p [innerHTML]="h"></p>' })
export class Widget {
  private route = inject(ActivatedRoute);
  h: unknown;
  constructor(private san: DomSanitizer, private host: ElementRef) {
    const q = this.route.snapshot.queryParamMap.get('q');
    this.h = this.san.bypassSecurityTrustHtml(q); // expect: xss
    this.host.nativeElement.innerHTML = q; // expect: xss
    this.host.nativeElement.textContent = q; // ok: xss
  }
}
export async function load() {
  const r = await axios.get('/api/comments');
  document.querySelector('#c').innerHTML = r.data.map((c) => `<p>${c.text}</p>`).join('');
}
