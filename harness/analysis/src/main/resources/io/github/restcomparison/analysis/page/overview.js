// The names of the first screen choose the baseline; charts.js comes before it.

/** What each variant is to the one whose name was chosen; at first to the one that was named, or the fastest. */
function against(baseline) {
  document.querySelectorAll('.overview .name').forEach(name => {
    name.setAttribute('aria-pressed', name.dataset.name === baseline);
  });
  document.querySelectorAll('[data-against]').forEach(cell => {
    const words = data.against[baseline]?.[cell.dataset.against] ?? [];
    cell.replaceChildren(...words.flatMap(each => [each, document.createElement('br')]).slice(0, -1));
  });
}

document.querySelectorAll('.overview .name').forEach(name => {
  name.addEventListener('click', () => against(name.dataset.name));
});

const copy = document.getElementById('copy');
if (copy && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById('command').textContent.trim());
    copy.textContent = 'copied';
  });
}

const fastest = document.querySelector('.overview li:not(:has(.unranked)) .name');
if (fastest) {
  against(data.baseline ?? fastest.dataset.name);
}
