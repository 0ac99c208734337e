/**
 * How the session of this tab ended, for the login: '1', by itself, which it says; 'left', because the person signed out, and then it does not
 * lead to the company at once, which may still know who they are. Not kept after signing in.
 */
const key = 'rodada.sessionEnded'

export const noteSessionEnd = (): void => note('1')
export const noteSignedOut = (): void => note('left')

function note(how: '1' | 'left'): void {
  try {
    sessionStorage.setItem(key, how)
  } catch {
    // Without storage the login says nothing of it.
  }
}

export const hasSessionEnded = (): boolean => noted() === '1'
export const hasSignedOut = (): boolean => noted() === 'left'

function noted(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

export function forgetSessionEnd(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Blocked storage holds nothing.
  }
}
