import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { boardFieldsApi, type FieldType } from '@rodada/contract/boards/fields'
import { fieldTypes } from '@rodada/contract/boards/settings'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import type { FieldValue } from '@rodada/contract/cards/field-values'
import type { CardFile } from '@rodada/contract/cards/files'
import { participantsApi } from '@rodada/contract/cards/participants'
import { recurrenceApi } from '@rodada/contract/cards/recurrence'
import { relationsApi } from '@rodada/contract/cards/relations'
import type { Account } from './accounts.ts'
import { makeBoard, makeCard, ok } from './boards.ts'
import { picture, upload } from './files.ts'
import type { TestServer } from './harness.ts'

/** A card that carries one of everything, as the API reads it, and what leads to it. */
export type WholeCard = {
  board: Board
  card: Card
  /** The key that it had on the board where it was made. */
  oldKey: string
  fields: Record<FieldType, number>
  text: CardFile
  shot: CardFile
  /** The card that this one blocks. */
  blocked: Card
}

/** What a file of the card says. */
export const wholeText = 'Ata da reunião de março'

/** Makes a card that came from another board, with a value in a field of each type, files, people, relations and a recurrence. */
export async function makeWholeCard(server: Pick<TestServer, 'call'>, owner: Account, participant: Account): Promise<WholeCard> {
  const as = { token: owner.token }
  const before = await makeBoard(server, owner, { title: 'Origem' })
  const { id: boardId } = await makeBoard(server, owner, { title: 'Destino' })
  ok(await server.call(boardsApi.addMember, { ...as, params: { boardId }, body: { email: participant.email, role: 'member' } }))
  const ids: [FieldType, number, number | undefined][] = []
  for (const type of fieldTypes) {
    const options = [{ name: 'Interno', color: '#266fb8' }]
    const body = { name: `Campo ${type}`, type, on_card: type === 'number', ...(type === 'choice' && { options }) }
    const field = ok(await server.call(boardFieldsApi.add, { ...as, params: { boardId }, body }))
    ids.push([type, field.id, field.options[0]?.id])
  }
  const fields = Object.fromEntries(ids) as Record<FieldType, number>
  const option = ids.find(([type]) => type === 'choice')?.[2] ?? 0
  const values: Record<FieldType, FieldValue> = {
    text: '=Padaria "Sol"',
    number: -12.5,
    date: '2026-11-14',
    checkbox: false,
    choice: option,
    person: participant.user.id,
  }
  const board = ok(await server.call(boardsApi.get, { ...as, params: { boardId } }))

  const { id: cardId, key: oldKey } = await makeCard(server, owner, before, 'Pix parcelado')
  const params = { cardId }
  ok(await server.call(cardsApi.move, { ...as, params, body: { list_id: board.lists[0]?.id ?? 0 } }))
  const [text, shot] = [
    ok(await upload(server, owner, cardId, wholeText, 'ata.txt')),
    ok(await upload(server, owner, cardId, await picture(90, 60).png().toBuffer(), 'tela.png')),
  ]
  const set = Object.fromEntries(fieldTypes.map((type) => [fields[type], values[type]]))
  ok(await server.call(cardsApi.update, { ...as, params, body: { fields: set, cover_file_id: shot.id, start_date: '2026-11-01' } }))
  ok(await server.call(participantsApi.add, { ...as, params: { ...params, userId: participant.user.id } }))
  const [blocked, parent] = [await makeCard(server, owner, board, 'Cupom'), await makeCard(server, owner, board, 'Checkout')]
  for (const [kind, card_id] of [
    ['blocks', blocked.id],
    ['part_of', parent.id],
  ])
    ok(await server.call(relationsApi.add, { ...as, params, body: { kind, card_id } }))
  const card = ok(await server.call(recurrenceApi.set, { ...as, params, body: { every: 'week', mode: 'copy' } }))
  return { board, card, oldKey, fields, text, shot, blocked }
}
