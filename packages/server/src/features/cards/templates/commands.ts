import type { Card } from '@rodada/contract/cards/cards'
import type { CardTemplate, cardTemplatesApi } from '@rodada/contract/cards/templates'
import { texts } from '@rodada/contract/texts/texts'
import type { z } from 'zod'
import type { Db } from '../../../platform/database.ts'
import { invalid, stale } from '../../../platform/http/errors.ts'
import { findRank } from '../../../platform/order/queries.ts'
import type { Work } from '../../../platform/work.ts'
import type { Actor } from '../../auth/queries.ts'
import {
  addTemplate,
  deleteTemplate,
  emptyContent,
  findTemplate,
  getTemplate,
  lettersOfContent,
  type TemplateContent,
  updateTemplate,
} from '../../boards/card-templates/queries.ts'
import { happened } from '../../boards/events.ts'
import { listLabels } from '../../boards/label-queries.ts'
import { getList } from '../../boards/lists/queries.ts'
import { requireAssignee } from '../../boards/members/queries.ts'
import { type BoardRow, changeBoard } from '../../boards/queries.ts'
import type { Change } from '../../boards/write.ts'
import { addChecklists } from '../checklists/queries.ts'
import { loadCard } from '../commands.ts'
import { cardsChanging, participantsAdded } from '../events.ts'
import { readValueChanges } from '../fields/values.ts'
import { addLabelsToCard } from '../label-queries.ts'
import { addParticipants } from '../participants/queries.ts'
import { cardsOfList, getCard } from '../queries.ts'
import { addCard, touchCard, updateCard } from '../write.ts'
import { contentOf, fittingContent, templateView } from './content-view.ts'

type NewTemplate = z.output<typeof cardTemplatesApi.add.body>
type TemplateChange = z.output<typeof cardTemplatesApi.update.body>
type Given = Omit<TemplateChange, 'name' | 'version'>

/** A template as its board has it now. @throws AppError 404 */
export async function loadTemplate(db: Db, boardId: number, templateId: number): Promise<CardTemplate> {
  const template = await getTemplate(db, boardId, templateId)
  return templateView(template, await fittingContent(db, boardId, template.content))
}

/** What is given of a template. @throws AppError 400 for a label, person or field that the board does not have, or a value that does not fit */
async function readGiven(trx: Db, boardId: number, { fields, ...given }: Given): Promise<Partial<TemplateContent>> {
  if (given.label_ids && given.label_ids.length > 0) {
    const known = new Set((await listLabels(trx, boardId)).map(({ id }) => id))
    if (!given.label_ids.every((id) => known.has(id))) throw invalid({ label_ids: texts.labelElsewhere })
  }
  if (given.assigned_to) await requireAssignee(trx, boardId, given.assigned_to, 'assigned_to')
  for (const userId of new Set(given.participant_ids)) await requireAssignee(trx, boardId, userId, 'participant_ids')
  const read: Partial<TemplateContent> = {
    ...given,
    ...(given.label_ids && { label_ids: [...new Set(given.label_ids)] }),
    ...(given.participant_ids && { participant_ids: [...new Set(given.participant_ids)] }),
  }
  if (!fields) return read
  // As on a card that has nothing in its fields yet.
  const changes = await readValueChanges(trx, { id: 0, board_id: boardId }, fields)
  return { ...read, fields: Object.fromEntries(changes.flatMap(({ field, value }) => (value === null ? [] : [[field.id, value]]))) }
}

const changed = async ({ trx }: Work, board: BoardRow, templateId: number): Promise<Change<CardTemplate>> => ({
  boardId: board.id,
  revision: board.revision,
  result: await loadTemplate(trx, board.id, templateId),
})

/** Keeps a template on a board. @throws AppError 409 when the board has too many, 404 when the card is not on it */
export async function createTemplate(
  work: Work,
  viewer: Actor,
  { boardId }: { boardId: number },
  { name, card_id, ...given }: NewTemplate,
): Promise<Change<CardTemplate>> {
  const { trx } = work
  const board = await changeBoard(trx, viewer, boardId)
  const base = card_id === undefined ? emptyContent : await contentOf(trx, await getCard(trx, { cardId: card_id, boardId }))
  const content = { ...base, ...(await readGiven(trx, boardId, given)) }
  await work.emit(cardsChanging, { count: 1, letters: lettersOfContent(content) })
  const id = await addTemplate(trx, boardId, { name, content })
  await work.emit(happened, { board_id: boardId, kind: 'template.created', subject: name })
  return changed(work, board, id)
}

/** Changes a template. @throws AppError 409 with the fresh one when the change was made on an older version */
export async function editTemplate(
  work: Work,
  viewer: Actor,
  { boardId, templateId }: { boardId: number; templateId: number },
  { name, version, ...given }: TemplateChange,
): Promise<Change<CardTemplate>> {
  const { trx } = work
  const board = await changeBoard(trx, viewer, boardId)
  const before = await getTemplate(trx, boardId, templateId)
  if (version !== undefined && version !== before.version) throw stale(await loadTemplate(trx, boardId, templateId))
  const after = { name: name ?? before.name, content: { ...before.content, ...(await readGiven(trx, boardId, given)) } }
  if (after.name === before.name && JSON.stringify(after.content) === JSON.stringify(before.content))
    return { ...(await changed(work, board, templateId)), revision: null }
  await work.emit(cardsChanging, { count: 1, letters: lettersOfContent(after.content) })
  await updateTemplate(trx, before, after)
  await work.emit(happened, { board_id: boardId, kind: 'template.updated', subject: after.name })
  return changed(work, board, templateId)
}

export async function removeTemplate(
  work: Work,
  viewer: Actor,
  { boardId, templateId }: { boardId: number; templateId: number },
): Promise<Change<Record<string, never>>> {
  const board = await changeBoard(work.trx, viewer, boardId)
  const { name } = await getTemplate(work.trx, boardId, templateId)
  await deleteTemplate(work.trx, templateId)
  await work.emit(happened, { board_id: boardId, kind: 'template.deleted', subject: name })
  return { boardId, revision: board.revision, result: {} }
}

/**
 * Creates a card that begins as a template of its board. What the board no longer has of it is left out.
 * @throws AppError 400 when the template is gone or the card would have no title, 409 when list or board is full
 */
export async function cardFromTemplate(
  work: Work,
  viewer: Actor,
  { boardId, listId }: { boardId: number; listId: number },
  { template_id, title, position }: z.output<typeof cardTemplatesApi.use.body>,
): Promise<Change<Card>> {
  const { trx } = work
  const board = await changeBoard(trx, viewer, boardId)
  const list = await getList(trx, boardId, listId)
  const template = await findTemplate(trx, boardId, template_id)
  if (!template) throw invalid({ template_id: texts.templateGone })
  const { label_ids, participant_ids, checklists, fields, assigned_to, ...own } = await fittingContent(trx, boardId, template.content)
  const named = title ?? own.title
  if (named === '') throw invalid({ title: texts.cardTitleRequired })
  const rank = await findRank(trx, cardsOfList(listId), { position })
  const place = { title: named, due_date: null, rank, status: list.status, created_by: viewer.userId }
  const card = await addCard(work, board, listId, { ...own, ...place, assignee_id: assigned_to })
  const items = checklists.flatMap((checklist) => checklist.items)
  await work.emit(cardsChanging, {
    count: label_ids.length + participant_ids.length + checklists.length + items.length,
    letters: items.reduce((sum, { length }) => sum + length, 0),
  })
  await addLabelsToCard(trx, card.id, label_ids)
  await addChecklists(trx, card.id, checklists)
  await addParticipants(trx, card, participant_ids)
  const values = await readValueChanges(trx, card, fields)
  if (values.length > 0) await updateCard(work, board, card, {}, { values, follows: true })
  if (participant_ids.length > 0) await work.emit(participantsAdded, { card, userIds: participant_ids })
  await touchCard(work, board, card.id)
  return { boardId, revision: board.revision, result: await loadCard(trx, viewer, { cardId: card.id }) }
}
