export default defineNuxtRouteMiddleware((to) => {
  if (to.query.home) return navigateTo('/home', { external: true }); // ok: open-redirect
  if (to.query.inside) return navigateTo(String(to.query.inside)); // ok: open-redirect
  if (to.query.next) return navigateTo(String(to.query.next), { external: true }); // expect: open-redirect
});
