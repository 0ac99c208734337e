/** Flags for a Chromium that talks to nobody but the server under test, in containers too. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Journeys use two processors to the full, and a page lives for seconds: what V8 does beside it to be fast later costs more than it brings.
  '--js-flags=--single-threaded-gc --no-maglev --no-opt',
  '--disable-features=SpareRendererForSitePerProcess',
  // A request to another site is an error, which the watch sees. Looking at each request would take longer.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

export const desktop = { viewport: { width: 1280, height: 800 } }
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
