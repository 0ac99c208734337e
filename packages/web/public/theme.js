// Runs before the first paint, so that a dark page never flashes white and a compact one never jumps. The app takes over from
// the same attributes and keys: src/lib/device/appearance.ts.
;(() => {
  var page = document.documentElement
  var stored = null
  var look = null
  try {
    stored = localStorage.getItem('rodada.theme')
    look = localStorage.getItem('rodada.appearance')
  } catch (_) {
    // Storage may be blocked; the defaults hold then.
  }
  var dark = stored === 'dark' || (stored === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  var colour = document.querySelector('meta[name="theme-color"]')
  if (dark && colour) colour.setAttribute('content', '#0e1518')
  var words = (look || '').split(' ')
  if (words.includes('compact')) page.setAttribute('data-density', 'compact')
  if (words.includes('still') || matchMedia('(prefers-reduced-motion: reduce)').matches) page.setAttribute('data-motion', 'off')
})()
