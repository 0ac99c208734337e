import { oidcCodeMark, oidcStartPath } from '@rodada/contract/auth/oidc-pages'

const inRoom = /^\/votacao\/([^/?#]+)$/

/** Where the browser goes to sign in with the company; afterwards it comes back to the room that waits. */
export const companyStart = (roomId: string | undefined): string =>
  roomId === undefined ? oidcStartPath : `${oidcStartPath}?voltar=${encodeURIComponent(`/votacao/${encodeURIComponent(roomId)}`)}`

/** The code that the way back left in the address, once: it is taken away, so that no history and no reload has it. */
export function takeCompanyCode(): string | null {
  // A build draws the first view where there is no address.
  if (!globalThis.location?.hash.startsWith(oidcCodeMark)) return null
  const code = location.hash.slice(oidcCodeMark.length)
  history.replaceState(history.state, '', `${location.pathname}${location.search}`)
  return code
}

/** The room that a path leads to. */
export function roomOf(path: string | undefined): string | undefined {
  const id = path === undefined ? undefined : inRoom.exec(path)?.[1]
  try {
    return id === undefined ? undefined : decodeURIComponent(id)
  } catch {
    return undefined
  }
}
