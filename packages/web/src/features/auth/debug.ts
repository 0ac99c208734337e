/** Development only: logs what the browser keeps, secrets left out. */
export function logStoredState(): void {
  const hidden = ['authToken', 'rodada.seatTokens', 'rodada.hostTokens', 'github_integration']
  const entries = Object.entries({ ...localStorage }).map(([key, value]) => [key, hidden.includes(key) ? '(oculto)' : value])
  console.log('Estado guardado', Object.fromEntries(entries))
}
