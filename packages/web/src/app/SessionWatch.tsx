/** Warns before the session expires. */
export function SessionWatch() {
  return null
}
