/** The script of the lab's pages: updates their contents without a reload. */
export const labScript = `
const main = document.querySelector('main');
const seconds = Number(document.body.dataset.refreshSeconds);
// A user who has moved into the content by keyboard or pointer is not disturbed.
const isBusy = () => document.hidden || main.contains(document.activeElement);
async function refresh() {
  if (isBusy()) return;
  const answer = await fetch(location.href, { cache: 'no-store' });
  if (!answer.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main');
  if (next !== null && !isBusy() && next.innerHTML !== main.innerHTML) main.replaceChildren(...next.childNodes);
}
if (seconds > 0) setInterval(() => refresh().catch(() => undefined), seconds * 1000);
`;
