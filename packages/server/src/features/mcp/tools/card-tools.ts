import { cardsApi, Estimate, listCardsApi } from '@rodada/contract/cards/card-calls'
import { checklistsApi } from '@rodada/contract/cards/checklists'
import { commentsApi } from '@rodada/contract/cards/comments'
import { participantsApi } from '@rodada/contract/cards/participants'
import { WorkStatus } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { foldedText } from '@rodada/contract/core/plain-text'
import { translate } from '@rodada/contract/texts/translate'
import { z } from 'zod'
import { AppError } from '../../../platform/http/errors.ts'
import { keepBusyInTurns } from '../../../platform/work-time.ts'
import { boardName, cardName, day, fieldValues, itemName, labelName, listName, personName, priorityOf, spokenPriority } from '../fields.ts'
import {
  type Frame,
  findBoard,
  findCard,
  findCardId,
  findLabel,
  findList,
  findMember,
  findParticipants,
  findValues,
  frameOf,
} from '../names.ts'
import { type Act, defineTool, type ToolAnswer, Unclear } from '../tool.ts'
import { parts, quoted } from '../words.ts'

const title = z.string().min(1).max(limits.cardTitle).describe('Título')
const labels = (what: string) => z.array(labelName).max(limits.cardLabels).describe(what)
const participants = (what: string) => z.array(personName).max(limits.cardParticipants).describe(what)
const estimate = Estimate.describe('Pontos; null tira')

type Step = { what: string; make: () => Promise<unknown> }

/** Does what follows a change that is made. What is refused of it is told, because the change stays. */
async function follow({ language }: Act, steps: readonly Step[]): Promise<string> {
  for (const [index, { what, make }] of steps.entries()) {
    try {
      await make()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const left = steps.slice(index + 1).map((step) => step.what)
      return ` Faltou: ${what} (${translate(error.message, language)})${left.length > 0 ? `; não tentei: ${left.join(', ')}` : ''}.`
    }
  }
  return ''
}

const labelSteps = ({ call }: Act, cardId: number, add: readonly number[], remove: readonly number[]): Step[] => [
  ...add.map((label_id) => ({ what: 'etiqueta', make: () => call(cardsApi.addLabel, { params: { cardId }, body: { label_id } }) })),
  ...remove.map((labelId) => ({ what: 'tirar etiqueta', make: () => call(cardsApi.removeLabel, { params: { cardId, labelId } }) })),
]

const assignStep = ({ call }: Act, cardId: number, user_id: number | null): Step => ({
  what: 'responsável',
  make: () => call(cardsApi.assign, { params: { cardId }, body: { user_id } }),
})

const participantSteps = ({ call }: Act, cardId: number, add: readonly number[], remove: readonly number[]): Step[] => [
  ...add.map((userId) => ({ what: 'participante', make: () => call(participantsApi.add, { params: { cardId, userId } }) })),
  ...remove.map((userId) => ({ what: 'tirar participante', make: () => call(participantsApi.remove, { params: { cardId, userId } }) })),
]

/** The list that was named, or the only one of a status. @throws Unclear */
function targetOf(frame: Frame, list: string | undefined, status: string | undefined): Frame['lists'][number] {
  if (list !== undefined) return findList(frame, list)
  const fitting = frame.lists.filter((each) => each.status === status)
  const [one] = fitting
  if (one && fitting.length === 1) return one
  const data = (fitting.length > 0 ? fitting : frame.lists).map((each) => parts(quoted(each.title), each.status, `id ${each.id}`))
  throw new Unclear({ says: 'Diga em que lista: o status não diz uma só. Nada foi feito.', data: data.join('\n') })
}

const createCard = defineTool({
  name: 'create_card',
  title: 'Criar cartão',
  description: 'Cria um cartão em uma lista de um quadro, no fim ou no topo.',
  writes: true,
  input: z.object({
    board: boardName,
    list: listName,
    title,
    description: z.string().max(limits.fullDescription).describe('Descrição, em Markdown').optional(),
    start_date: day.optional(),
    due_date: day.optional(),
    priority: spokenPriority.optional(),
    estimate: estimate.optional(),
    labels: labels('Etiquetas do quadro').default([]),
    assignee: personName.optional(),
    participants: participants('Quem participa, além de quem responde pelo cartão').default([]),
    fields: fieldValues.default({}),
    on_top: z.boolean().default(false).describe('No topo da lista'),
  }),
  run: async (act, { board, list, labels, assignee, participants, fields, priority, on_top, title, ...rest }) => {
    const boardId = await findBoard(act, board)
    const frame = await frameOf(act, boardId)
    const { id: listId } = findList(frame, list)
    const labelIds = labels.map((name) => findLabel(frame, name).id)
    const userId = assignee === undefined ? undefined : findMember(act, frame, assignee)
    const others = participants.map((name) => findMember(act, frame, name))
    const values = await findValues(act, frame, fields)
    const { due_date, description = '', ...more } = rest
    // A new card takes less of a description than one that is there.
    const isShort = description.length <= limits.cardDescription
    const later = { ...more, ...(!isShort && { description }), ...(Object.keys(values).length > 0 && { fields: values }) }
    const card = await act.call(listCardsApi.create, {
      params: { boardId, listId },
      body: {
        title,
        ...(due_date && { due_date }),
        ...(priority && { priority: priorityOf[priority] }),
        ...(on_top && { position: 0 }),
        ...(isShort && { description }),
      },
    })
    const change = Object.fromEntries(Object.entries(later).filter(([, value]) => value !== undefined))
    const params = { cardId: card.id }
    const left = await follow(act, [
      ...(Object.keys(change).length > 0
        ? [{ what: Object.keys(change).join(', '), make: () => act.call(cardsApi.update, { params, body: change }) }]
        : []),
      ...labelSteps(act, card.id, labelIds, []),
      ...(userId === undefined ? [] : [assignStep(act, card.id, userId)]),
      ...participantSteps(act, card.id, others, []),
    ])
    return { says: `Criado: ${card.key}, id ${card.id}.${left}`, data: quoted(card.title, 255) }
  },
})

const updateCard = defineTool({
  name: 'update_card',
  title: 'Mudar cartão',
  description:
    'Muda um cartão: só o que for dado, também os campos do quadro e quem participa. null tira datas, pontos, responsável e o que está em um campo. Para mudar o status, mova o cartão com `move_card`.',
  writes: true,
  input: z.object({
    card: cardName,
    title: title.optional(),
    description: z.string().max(limits.fullDescription).describe('Troca a descrição inteira').optional(),
    start_date: day.nullable().optional(),
    due_date: day.nullable().optional(),
    priority: spokenPriority.optional(),
    estimate: estimate.optional(),
    assignee: personName.nullable().optional(),
    add_labels: labels('Etiquetas a pôr').default([]),
    remove_labels: labels('Etiquetas a tirar').default([]),
    add_participants: participants('Quem passa a participar').default([]),
    remove_participants: participants('Quem deixa de participar').default([]),
    fields: fieldValues.default({}),
  }),
  run: async (
    act,
    { card: said, assignee, add_labels, remove_labels, add_participants, remove_participants, fields, priority, ...rest },
  ) => {
    const card = await findCard(act, said)
    const { id, key, board_id, version } = card
    const frame = await frameOf(act, board_id)
    const [add, remove] = [add_labels, remove_labels].map((names) => names.map((name) => findLabel(frame, name).id)) as [number[], number[]]
    const userId = assignee === undefined || assignee === null ? assignee : findMember(act, frame, assignee)
    const joining = add_participants.map((name) => findMember(act, frame, name))
    const leaving = await findParticipants(act, frame, card, remove_participants)
    const values = await findValues(act, frame, fields)
    const changes = {
      ...rest,
      priority: priority && priorityOf[priority],
      fields: Object.keys(values).length > 0 ? values : undefined,
    }
    const given = Object.entries(changes).filter(([, value]) => value !== undefined)
    // A title or a description that somebody changed meanwhile is not written over.
    if (given.length > 0) await act.call(cardsApi.update, { params: { cardId: id }, body: { ...Object.fromEntries(given), version } })
    const steps = [
      ...labelSteps(act, id, add, remove),
      ...(userId === undefined ? [] : [assignStep(act, id, userId)]),
      ...participantSteps(act, id, joining, leaving),
    ]
    if (given.length === 0 && steps.length === 0) return { says: 'Nada foi dado para mudar.' }
    return { says: `Mudado: ${key}.${await follow(act, steps)}` }
  },
})

const moveCard = defineTool({
  name: 'move_card',
  title: 'Mover cartão',
  description:
    'Põe um cartão em outra lista do seu quadro, no fim ou no topo: diga a lista, ou o status se só uma lista o tem. O status do cartão é o da lista.',
  writes: true,
  input: z.object({
    card: cardName,
    list: listName.optional(),
    status: WorkStatus.optional().describe('Status da lista, no lugar do nome'),
    on_top: z.boolean().default(false).describe('No topo da lista'),
  }),
  run: async (act, { card: said, list, status, on_top }) => {
    if ((list === undefined) === (status === undefined)) throw new Unclear({ says: 'Diga a lista ou o status, um dos dois.' })
    const { id, board_id } = await findCard(act, said)
    const target = targetOf(await frameOf(act, board_id), list, status)
    const moved = await act.call(cardsApi.move, { params: { cardId: id }, body: { list_id: target.id, ...(on_top && { position: 0 }) } })
    return { says: `Movido: ${moved.key}, agora ${moved.status}.`, data: `Lista ${quoted(target.title)}` }
  },
})

const addComment = defineTool({
  name: 'add_comment',
  title: 'Comentar',
  description: 'Comenta em um cartão, em nome de quem criou o token.',
  writes: true,
  input: z.object({ card: cardName, text: z.string().min(1).max(limits.comment).describe('O comentário') }),
  run: async (act, { card, text }) => {
    const cardId = await findCardId(act, card)
    const { id } = await act.call(commentsApi.add, { params: { cardId }, body: { content: text } })
    return { says: `Comentário ${id} feito.` }
  },
})

const addItems = defineTool({
  name: 'add_checklist_items',
  title: 'Acrescentar itens de checklist',
  description: 'Acrescenta itens a uma checklist de um cartão; uma que não existe é criada com esse nome.',
  writes: true,
  input: z.object({
    card: cardName,
    checklist: z.string().min(1).max(limits.checklistTitle).describe('Nome da checklist').default('Checklist'),
    items: z.array(z.string().min(1).max(limits.checklistItem)).min(1).max(25),
  }),
  run: async (act, { card: said, checklist, items }): Promise<ToolAnswer> => {
    const { id: cardId, checklists } = await findCard(act, said)
    const wanted = foldedText(checklist)
    const named = checklists.filter(({ title }) => foldedText(title) === wanted)
    if (named.length > 1) throw new Unclear({ says: 'O cartão tem mais de uma checklist com esse nome: use outra. Nada foi feito.' })
    const { id: checklistId } = named[0] ?? (await act.call(checklistsApi.add, { params: { cardId }, body: { title: checklist } }))
    const params = { cardId, checklistId }
    const left = await follow(
      act,
      items.map((title, index) => ({
        what: `item ${index + 1}`,
        make: () => act.call(checklistsApi.addItem, { params, body: { title } }),
      })),
    )
    return { says: `Itens acrescentados.${left}` }
  },
})

const tickItem = defineTool({
  name: 'tick_checklist_item',
  title: 'Marcar item de checklist',
  description: 'Marca um item de checklist de um cartão como feito, ou o desmarca.',
  writes: true,
  input: z.object({ card: cardName, item: itemName, done: z.boolean().default(true) }),
  run: async (act, { card: said, item, done }) => {
    const { id: cardId, checklists } = await findCard(act, said)
    const all = checklists.flatMap(({ id: checklistId, items }) => items.map((each) => ({ ...each, checklistId })))
    const wanted = foldedText(item)
    const named: typeof all = []
    // A card may have thousands of items.
    await keepBusyInTurns(all, (each) => {
      if (foldedText(each.title) === wanted) named.push(each)
    })
    const [one] = named.length > 0 ? named : all.filter(({ id }) => String(id) === item)
    if (!one || named.length > 1) {
      const near = (named.length > 0 ? named : all).slice(0, 25)
      const says = 'Não sei qual item. Nada foi feito: diga o texto exato ou o id.'
      throw new Unclear({ says, data: near.map(({ title, id }) => parts(quoted(title), `id ${id}`)).join('\n') })
    }
    await act.call(checklistsApi.updateItem, {
      params: { cardId, checklistId: one.checklistId, itemId: one.id },
      body: { completed: done },
    })
    return { says: done ? 'Item marcado.' : 'Item desmarcado.', data: quoted(one.title) }
  },
})

/** What changes cards. Nothing here deletes or archives. */
export const cardTools = [createCard, updateCard, moveCard, addComment, addItems, tickItem]
