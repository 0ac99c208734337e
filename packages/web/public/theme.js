// Runs before the first paint, so that a dark page never flashes white. The app takes over from the same attribute and key.
;(() => {
  var stored = null
  try {
    stored = localStorage.getItem('rodada.theme')
  } catch (_) {
    // Storage may be blocked; light is the default then.
  }
  var dark = stored === 'dark' || (stored === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  var colour = document.querySelector('meta[name="theme-color"]')
  if (dark && colour) colour.setAttribute('content', '#0e1518')
})()
