/** That the session of this tab ended by itself, for the login to say so. Not kept after signing out or in. */
const key = 'rodada.sessionEnded'

export function noteSessionEnd(): void {
  try {
    sessionStorage.setItem(key, '1')
  } catch {
    // Without storage the login says nothing of it.
  }
}

export function hasSessionEnded(): boolean {
  try {
    return sessionStorage.getItem(key) !== null
  } catch {
    return false
  }
}

export function forgetSessionEnd(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Blocked storage holds nothing.
  }
}
