// Runs before the first paint, so that a dark page never flashes white and a compact one never jumps. The app takes over from
// the same attributes and keys: src/lib/device/appearance.ts.
;(() => {
  var page = document.documentElement
  var stored = null
  var look = null
  var language = null
  var session = null
  var name = null
  var isShown = () => page.hasAttribute('data-first-view')
  var isElsewhere = () => (page.getAttribute('data-for') === 'guests' ? session : page.getAttribute('data-for') === 'seated' && !name)
  try {
    stored = localStorage.getItem('rodada.theme')
    look = localStorage.getItem('rodada.appearance')
    language = localStorage.getItem('rodada.language')
    session = localStorage.getItem('authToken')
    name = localStorage.getItem('userData') || localStorage.getItem('userName')
  } catch (_) {
    // Storage may be blocked; the defaults hold then.
  }
  var dark = stored === 'dark' || (stored === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  var colour = document.querySelector('meta[name="theme-color"]')
  if (dark && colour) colour.setAttribute('content', '#0e1518')
  // The first view is in the language that the browser asks for. It stays hidden where another language was chosen.
  if (isShown()) {
    // Who is signed in goes on from the door of a room at once, and who has no name here does not get into one.
    if (isElsewhere() || (language && language !== page.lang)) page.setAttribute('data-first-view', 'hidden')
    // What is pressed or chosen before the program is there: src/app/FirstView.tsx.
    document.addEventListener('click', (event) => {
      var button = isShown() && event.target.closest('[data-early]')
      if (!button) return
      if (page.getAttribute('data-first-view') === 'failed') return location.reload()
      page.setAttribute('data-pressed', button.getAttribute('data-early'))
      button.setAttribute('data-loading', 'true')
    })
    document.addEventListener('change', (event) => {
      if (!isShown() || !event.target.matches('[data-early-language]')) return
      try {
        localStorage.setItem('rodada.language', event.target.value)
      } catch (_) {
        // Storage may be blocked; it is chosen again then.
      }
    })
  }
  var words = (look || '').split(' ')
  if (words.includes('compact')) page.setAttribute('data-density', 'compact')
  if (words.includes('still') || matchMedia('(prefers-reduced-motion: reduce)').matches) page.setAttribute('data-motion', 'off')
})()
