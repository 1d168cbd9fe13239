import { Component, inject } from '@angular/core';
import { ActivatedRoute, Router } from '@angular/router';

@Component({ selector: 'app-login', template: '' })
export class LoginComponent {
  private readonly route = inject(ActivatedRoute);
  constructor(private readonly router: Router) {}

  done(): void {
    window.location.href = this.route.snapshot.queryParams['returnUrl']; // expect: open-redirect
  }

  home(): void {
    window.location.href = '/home'; // ok: open-redirect
    this.router.navigate(['/home', this.route.snapshot.queryParams['tab']]); // ok: open-redirect
  }
}
