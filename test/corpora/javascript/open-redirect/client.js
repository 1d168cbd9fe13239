const to = new URLSearchParams(location.search).get('to');
if (to && to.startsWith('/') && !to.startsWith('//')) {
  window.location.href = to; // ok: open-redirect
}
document.querySelector('#go').addEventListener('click', () => {
  window.location = to; // expect: open-redirect
});
document.querySelector('#go2').onclick = () => location.replace(to); // expect: open-redirect
window.location.assign('/search?q=' + encodeURIComponent(to)); // ok: open-redirect
