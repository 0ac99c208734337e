export const roles = ['admin', 'manager', 'collaborator', 'member', 'guest'] as const
export type RoleChoice = (typeof roles)[number]
/** Accounts of one page. */
export const membersPage = 25

/** What the address of /admin/members says. What is usual is left out. */
export type MembersSearch = { q?: string; papel?: RoleChoice; situacao?: 'ativas' | 'desativadas'; pagina?: string }

/** Reads an address, which anybody may have written. */
export function readMembersSearch(search: Record<string, unknown>): MembersSearch {
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).trim().slice(0, 100) : ''
  const page = Number(search.pagina)
  return {
    q: q || undefined,
    papel: roles.find((role) => role === search.papel),
    situacao: search.situacao === 'ativas' || search.situacao === 'desativadas' ? search.situacao : undefined,
    pagina: Number.isInteger(page) && page > 1 && page < 40_000 ? String(page) : undefined,
  }
}
