import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { normalize } from '../platform/normalize.ts'

/** How an address has been spelled since: mail programs deliver all spellings of a domain to the one in ASCII. */
const spelled = (email: string): string => {
  const folded = email
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .replaceAll('。', '.')
    .trim()
  const domainAt = folded.lastIndexOf('@') + 1
  const domain = folded.slice(domainAt)
  if (!/[^\0-\x7f]/.test(domain) || /[/?#%\\@:]/.test(domain)) return folded
  try {
    return folded.slice(0, domainAt) + new URL(`http://${domain}`).hostname
  } catch {
    return folded
  }
}

/** The rows whose address is spelled otherwise today, with that spelling in `to`. */
const otherwise = <Row extends { email: string }>(rows: Row[]): (Row & { to: string })[] =>
  rows.map((row) => ({ ...row, to: spelled(row.email) })).filter(({ email, to }) => to !== email)

/**
 * Addresses that were stored in another spelling get the one of today. Two accounts that would then have the same stay as they are, with
 * all that is about their address; of two such invitations to one board, one stays.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const users = (await sql<{ id: number; name: string; email: string }>`select id, name, email from users`.execute(db)).rows
  const accounts = new Map<string, number>()
  for (const { email } of users) accounts.set(spelled(email), (accounts.get(spelled(email)) ?? 0) + 1)
  const moves = ({ to }: { to: string }) => (accounts.get(to) ?? 0) < 2
  for (const { id, name, to } of otherwise(users).filter(moves))
    await sql`update users set email = ${to}, search_text = ${normalize(name, to)} where id = ${id}`.execute(db)

  for (const table of ['email_confirmations', 'address_resets']) {
    const { rows } = await sql<{ email: string }>`select distinct email from ${sql.table(table)}`.execute(db)
    for (const { email, to } of otherwise(rows).filter(moves))
      await sql`update ${sql.table(table)} set email = ${to} where email = ${email}`.execute(db)
  }
  const invitations = await sql<{ id: number; board_id: number; email: string }>`select id, board_id, email from invitations`.execute(db)
  for (const { id, board_id, to } of otherwise(invitations.rows).filter(moves))
    await sql`
      update invitations set email = ${to} where id = ${id}
        and not exists (select 1 from invitations as other where other.board_id = ${board_id} and other.email = ${to})`.execute(db)

  const waiting = await sql<{ id: number; data: string }>`
    select id, data from outbox where kind in ('password_reset', 'email_confirmation')`.execute(db)
  const letters = waiting.rows.map(({ id, data }) => ({ ...(JSON.parse(data) as { email: string }), id, data }))
  for (const { id, data, to } of otherwise(letters).filter(moves))
    await sql`update outbox set data = ${JSON.stringify({ ...JSON.parse(data), email: to })} where id = ${id}`.execute(db)
}

export const oneSpelling: Migration = { up }
