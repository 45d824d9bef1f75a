// Sets the colour scheme before the first paint, and follows the system on pages that have nothing else that does.
// A file of its own, so that the page's content security policy needs no inline script.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const chosen = () => {
    try {
      return localStorage.getItem('mantine-color-scheme-value') || 'auto';
    } catch {
      // Storage can be blocked: the system's scheme is used then.
      return 'auto';
    }
  };
  const apply = () => {
    const choice = chosen();
    const dark = choice === 'dark' || (choice !== 'light' && system.matches);
    document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  };
  apply();
  system.addEventListener('change', apply);
})();
