import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { limits } from '@rodada/contract/core/limits'
import yazl from 'yazl'
import type { Db } from '../../platform/database.ts'
import { shortName } from '../../platform/files/short-name.ts'
import { type FileStore, MissingObject } from '../../platform/files/store.ts'
import { getSettings } from '../auth/account/settings-queries.ts'
import { findPictureOf } from '../auth/avatar/avatar-queries.ts'
import { findIdentityOf, type IdentityRow } from '../auth/oidc/oidc-queries.ts'
import { type Actor, countBoardsOf, getUser } from '../auth/queries.ts'
import { profileView } from '../auth/view.ts'
import {
  findOwnPicture,
  listOwnBoards,
  listOwnCards,
  listOwnComments,
  listOwnEstimations,
  listOwnFiles,
  listOwnFilters,
  listOwnNotifications,
  listOwnSealedVotes,
  listOwnSeats,
  listVotesOfSeat,
  type Page,
} from './account-queries.ts'
import type { Read } from './pages.ts'

const pageRows = 50
/** Of rows that have no long text. */
const votesOfPage = 500

/** The rows of all pages, one page in memory at a time; `keyOf` is what the pages are in the order of. */
async function* rowsBy<Row>(
  read: (page: Page) => Promise<readonly Row[]>,
  limit: number,
  keyOf: (row: Row) => number,
): AsyncGenerator<Row> {
  let behind = 0
  for (;;) {
    const rows = await read({ behind, limit })
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < limit) return
    behind = keyOf(last)
  }
}
const rowsOf = <Row extends { id: number }>(read: (page: Page) => Promise<readonly Row[]>) => rowsBy(read, pageRows, ({ id }) => id)

/** A JSON array of values that come in pieces. */
async function* inPieces(values: AsyncIterable<AsyncIterable<string>>): AsyncGenerator<string> {
  let before = '['
  for await (const value of values) {
    yield `${before}\n`
    yield* value
    before = ','
  }
  yield before === '[' ? '[]\n' : '\n]\n'
}
async function* piece(value: unknown): AsyncGenerator<string> {
  yield JSON.stringify(value)
}
/** A JSON array of what comes. */
const inArray = (items: AsyncIterable<unknown>): AsyncGenerator<string> => inPieces(mapped(items, piece))

/** The seats of a person, each with its votes, which may be very many. */
const seatsWithVotes = (read: Read): AsyncGenerator<AsyncGenerator<string>> =>
  mapped(
    rowsOf((page) => read((db, viewer) => listOwnSeats(db, viewer, page))),
    async function* (seat) {
      const votes = rowsBy(
        (page) => read((db) => listVotesOfSeat(db, seat.id, page)),
        votesOfPage,
        ({ round }) => round,
      )
      // The object stays open until its votes are in it.
      yield `${JSON.stringify(seat).slice(0, -1)},"votes":`
      yield* inArray(votes)
      yield '}'
    },
  )

/** How a person voted in sealed estimations, one estimation after another. */
async function* sealedVotes(read: Read) {
  for await (const { id } of rowsOf((page) => read((db, viewer) => listOwnEstimations(db, viewer, page))))
    yield* await read((db, viewer) => listOwnSealedVotes(db, viewer, id))
}

/** Under its id, so that two of one name are two; what file systems refuse in a name is left out of it, and what is too long for them. */
const pathOf = ({ id, name }: { id: number; name: string }): string =>
  `files/${shortName(`${id}-${name.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_').replace(/^\.+/, '_')}`, limits.fileName)}`

/** By whom the person comes in; what the provider calls them is its own, and nothing of theirs. */
const companyOf = (link: IdentityRow | undefined) =>
  link ? { issuer: link.issuer, email: link.email, linked_at: link.linked_at, last_used_at: link.last_used_at } : null

/**
 * All that is a person's own as a zip that is written while it is read: one page, and of files a piece, is in memory at a time. An error on
 * the way cuts it off, so that nobody takes a part for the whole.
 */
export function accountZip(userId: number, read: Read, store: FileStore): Readable {
  const zip = new yazl.ZipFile()
  // Written by hand in JavaScript, its types know only what Node had long ago.
  const output = zip.outputStream as Readable
  let current: Readable | undefined
  output.once('close', () => current?.destroy())

  const add = async (name: string, content: Readable, compress: boolean) => {
    if (output.destroyed) throw new Error('nobody waits for the file any more')
    current = content
    zip.addReadStream(content, name, { compress })
    await finished(content)
  }
  const addJson = (name: string, parts: Iterable<string> | AsyncIterable<string>) => add(name, Readable.from(parts), true)
  const addOne = async (name: string, value: unknown) => addJson(name, [`${JSON.stringify(value, null, 2)}\n`])

  const fill = async () => {
    await addOne(
      'profile.json',
      await read(async (db) => {
        const user = await getUser(db, userId)
        return profileView(user, await countBoardsOf(db, userId), await findPictureOf(db, userId))
      }),
    )
    await addOne('company.json', await read((db) => findIdentityOf(db, userId)).then(companyOf))
    await addOne('settings.json', await read((db) => getSettings(db, userId)))
    const picture = await read((db) => findOwnPicture(db, userId))
    if (picture) await add('avatar.webp', Readable.from([Buffer.from(picture.bytes)]), false)
    await addOne('boards.json', await read((db, viewer) => listOwnBoards(db, viewer)))
    const inPages = <Row extends { id: number }>(list: (db: Db, viewer: Actor, page: Page) => Promise<Row[]>) =>
      inArray(rowsOf((page) => read((db, viewer) => list(db, viewer, page))))
    await addJson('saved-filters.json', inPages(listOwnFilters))
    await addJson('cards.json', inPages(listOwnCards))
    await addJson('comments.json', inPages(listOwnComments))
    await addJson('notifications.json', inPages(listOwnNotifications))
    await addJson('votes.json', inPieces(seatsWithVotes(read)))
    await addJson('estimation-votes.json', inArray(sealedVotes(read)))
    const ownFiles = () => rowsOf((page) => read((db, viewer) => listOwnFiles(db, viewer, page)))
    await addJson('files.json', inArray(mapped(ownFiles(), ({ object_name: _, ...file }) => ({ ...file, path: pathOf(file) }))))
    for await (const file of ownFiles()) {
      // What the list of files names and the store lost is missing here, too.
      const content = await store.open(file.object_name).catch((error: unknown) => {
        if (error instanceof MissingObject) return undefined
        throw error
      })
      if (content) await add(pathOf(file), content, false)
    }
    zip.end()
  }
  fill().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))))
  return output
}

async function* mapped<Item, Other>(items: AsyncIterable<Item>, change: (item: Item) => Other): AsyncGenerator<Other> {
  for await (const item of items) yield change(item)
}
