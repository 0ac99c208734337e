// The service worker of Rodada, version 1. It shows what the server sends to this browser and opens the page that it is about. It keeps
// no files: pages come from the server as ever.
const fallback = { title: 'Rodada', body: '', url: '/dashboard', tag: 'rodada' }

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  let message = fallback
  try {
    message = { ...fallback, ...event.data.json() }
  } catch {
    // Browsers ask for a notification whatever came.
  }
  const { title, body, tag, url } = message
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon: '/mark.svg', data: { url } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const target = new URL(event.notification.data?.url ?? fallback.url, self.location.origin)
  // Only ever a page of this site.
  const url = target.origin === self.location.origin ? target.href : self.location.origin
  event.waitUntil(open(url))
})

/** In a tab that is open already, else in a new one. */
async function open(url) {
  const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!page) return self.clients.openWindow(url)
  await page.focus()
  return page.navigate(url).catch(() => self.clients.openWindow(url))
}
