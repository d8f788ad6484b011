// The button that copies the command.

const copy = document.getElementById('copy');
if (copy && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById('command').textContent.trim());
    copy.textContent = 'copied';
  });
}
