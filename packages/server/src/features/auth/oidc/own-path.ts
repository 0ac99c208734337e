/** Where the login page is: who comes back from there would be led in a circle. */
const refused = /^\/(api|login|mcp|socket\.io)(\/|\?|#|$)/

/** A path of this origin that a person asked to come back to; undefined for every other address, so that nobody is led elsewhere. */
export function ownPath(asked: unknown): string | undefined {
  if (typeof asked !== 'string' || asked.length > 500 || !asked.startsWith('/') || /[\\\p{Cc}]/u.test(asked)) return undefined
  const here = 'http://rodada.invalid'
  const url = URL.parse(asked, here)
  // A dotted path can begin with two slashes once it is read, and those begin another host.
  if (!url || url.origin !== here || url.pathname.startsWith('//') || refused.test(url.pathname)) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}
