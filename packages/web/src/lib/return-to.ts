/** Where to go after the next login. Kept per tab, and only for paths of this origin. */
const key = 'rodada.returnTo'

/** True for a path like '/sprints?x=1': relative to this origin, so that nobody can be sent elsewhere after login. */
function isLocalPath(path: string): boolean {
  if (!path.startsWith('/') || path.startsWith('//') || path.includes('\\')) return false
  try {
    return new URL(path, location.origin).origin === location.origin
  } catch {
    return false
  }
}

export function rememberPath(path: string): void {
  if (!isLocalPath(path) || path.startsWith('/login')) return
  try {
    sessionStorage.setItem(key, path)
  } catch {
    // Without storage the person lands on the usual page after login.
  }
}

export function forgetPath(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Blocked storage remembers nothing.
  }
}

/** The remembered path, which stays remembered. */
export function rememberedPath(): string | null {
  try {
    const path = sessionStorage.getItem(key)
    return path && isLocalPath(path) ? path : null
  } catch {
    return null
  }
}

/** The remembered path, once: it is forgotten by reading it. */
export function takeRememberedPath(): string | null {
  const path = rememberedPath()
  forgetPath()
  return path
}
