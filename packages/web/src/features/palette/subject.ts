/** The id that an address of a card carries. */
function idIn(search: string): number | null {
  const id = Number(new URLSearchParams(search).get('card')?.replaceAll('"', ''))
  return Number.isInteger(id) && id > 0 ? id : null
}

/** The card that is open or, without one, that has the focus; null where there is none. To be asked before the palette takes the focus. */
export function cardInSight(): number | null {
  const open = idIn(location.search)
  if (open !== null) return open
  const focused = document.activeElement?.closest<HTMLElement>('[data-kanban-item], a[href*="card="]')
  if (!focused) return null
  const id = Number(focused.dataset.kanbanItem)
  if (Number.isInteger(id) && id > 0) return id
  return focused instanceof HTMLAnchorElement ? idIn(focused.search) : null
}

/** The board whose page this is. */
export function boardInSight(): number | null {
  const id = Number(/^\/board\/(\d+)/.exec(location.pathname)?.[1])
  return Number.isInteger(id) && id > 0 ? id : null
}
