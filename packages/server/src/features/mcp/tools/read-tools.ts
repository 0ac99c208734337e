import type { Activity } from '@rodada/contract/boards/activities'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import type { Card, CardSummary } from '@rodada/contract/cards/cards'
import { commentsApi } from '@rodada/contract/cards/comments'
import { taskPriorities } from '@rodada/contract/sprints/settings'
import { z } from 'zod'
import { startOfDay } from '../../../platform/time.ts'
import { boardName, cardName, day, listName, offset, pageSize } from '../fields.ts'
import { type Frame, findBoard, findCardId, findList, frameOf, participantsOf } from '../names.ts'
import { defineTool, inLine, Unclear } from '../tool.ts'
import { goOn, parts, pointsText, quoted } from '../words.ts'

/** Cards of each list that a whole board shows, and lists. */
const cardsOfList = 5
const listsOfBoard = 30
/** Options of a field that a board tells; a name that is none of them is answered with all that are near it. */
const optionsShown = 10
/** Letters of a description, and comments, in one answer. */
const descriptionPage = 5000
const commentsPage = 10

type Listed = Pick<CardSummary, 'id' | 'key' | 'title' | 'status' | 'priority' | 'due_date' | 'estimate' | 'assigned_user' | 'blocked'>

const cardLine = (card: Listed): string =>
  parts(
    `${card.key} ${quoted(card.title)}`,
    card.status,
    `prioridade ${taskPriorities[card.priority]}`,
    card.due_date && `prazo ${card.due_date}`,
    pointsText(card.estimate),
    card.assigned_user && `com ${inLine(card.assigned_user.name, 60)}`,
    card.blocked && 'bloqueado',
    `id ${card.id}`,
  )

const namesOf = ({ labels, members, fields }: Frame): string[] => [
  `Etiquetas: ${labels
    .slice(0, 50)
    .map(({ name }) => quoted(name, 50))
    .join(', ')}`,
  `Pessoas: ${members
    .slice(0, 50)
    .map(({ user }) => inLine(user.name, 60))
    .join(', ')}`,
  ...(fields.length > 0 ? [`Campos: ${fields.map(fieldText).join(', ')}`] : []),
]

/** A field with what it takes. */
const fieldText = ({ name, type, options }: Frame['fields'][number]): string => {
  const shown = options.slice(0, optionsShown).map((option) => quoted(option.name, 50))
  const left = options.length - shown.length
  const choices = shown.length > 0 ? `: ${shown.join(', ')}${left > 0 ? ` e mais ${left}` : ''}` : ''
  return `${quoted(name, 50)} (${type}${choices})`
}

/** What a card has in the fields of its board, by the names of options and people. */
const valuesOf = ({ fields: values }: Card, { fields, members }: Frame): string[] =>
  fields.flatMap(({ id, name, type, options }) => {
    const value = values[id]
    if (value === undefined) return []
    const named = type === 'choice' ? options.find((option) => option.id === value)?.name : undefined
    const person = type === 'person' ? members.find(({ user }) => user.id === value)?.user.name : undefined
    const text = type === 'checkbox' ? (value === true ? 'sim' : 'não') : quoted(named ?? person ?? String(value), 300)
    return [`Campo ${quoted(name, 60)}: ${text}`]
  })

const readBoard = defineTool({
  name: 'read_board',
  title: 'Ler um quadro',
  description:
    'As listas de um quadro com o começo de cada uma, as etiquetas, os campos e as pessoas. Com list, os cartões dessa lista, na ordem, de 20 em 20.',
  input: z.object({ board: boardName, list: listName.optional(), offset }),
  run: async (act, { board, list, offset }) => {
    const boardId = await findBoard(act, board)
    const frame = await frameOf(act, boardId)
    if (list !== undefined) {
      const { id, title } = findList(frame, list)
      const cards = await act.call(listCardsApi.list, { params: { boardId, listId: id } })
      const page = cards.slice(offset, offset + pageSize)
      return {
        says: `${cards.length} cartões na lista.`,
        data: [`Lista ${quoted(title)}`, ...page.map(cardLine)].join('\n'),
        more: goOn(offset, page.length, cards.length),
      }
    }
    const { lists } = await act.call(boardsApi.get, { params: { boardId } })
    const shown = lists.slice(offset, offset + listsOfBoard)
    const data = shown.map(({ title, status, wip_limit, cards, id }) => {
      const head = parts(
        `Lista ${quoted(title)}`,
        status,
        `${cards.length} cartões`,
        wip_limit !== null && `limite ${wip_limit}`,
        `id ${id}`,
      )
      const left = cards.length - cardsOfList
      return [head, ...cards.slice(0, cardsOfList).map((card) => `  ${cardLine(card)}`), ...(left > 0 ? [`  e mais ${left}`] : [])].join(
        '\n',
      )
    })
    const head = parts(`Quadro ${quoted(frame.title)}`, inLine(frame.description), `id ${frame.id}`)
    const more = [goOn(offset, shown.length, lists.length), 'Para uma lista inteira, chame de novo com list.'].filter(Boolean).join(' ')
    return { says: `${lists.length} listas.`, data: [head, ...namesOf(frame), ...data].join('\n'), more }
  },
})

const checklistsOf = ({ checklists }: Card): string[] => {
  const lines = checklists.flatMap(({ id, title, items }) => [
    parts(`Checklist ${quoted(title)}`, `id ${id}`),
    ...items.map((item) => `  [${item.completed ? 'x' : ' '}] ${inLine(item.title, 120)} · id ${item.id}`),
  ])
  return lines.length > 60 ? [...lines.slice(0, 60), `e mais ${lines.length - 60} linhas de checklists`] : lines
}

const commentLine = ({ user, created_at, content, id }: Card['comments'][number]): string =>
  `${user ? inLine(user.name, 60) : 'Conta excluída'} · ${created_at} · id ${id}: ${inLine(content, 1000)}`

const readCard = defineTool({
  name: 'read_card',
  title: 'Ler um cartão',
  description:
    'Um cartão inteiro: descrição, datas, quem responde e quem participa, etiquetas, campos do quadro, checklists, sprint e os últimos comentários. description_from e comments_before continuam o que não coube.',
  input: z.object({
    card: cardName,
    description_from: z.int().min(0).max(100_000).default(0).describe('A partir de que letra da descrição'),
    comments_before: z.int().positive().optional().describe('Id do comentário mais antigo já lido'),
  }),
  run: async (act, { card: said, description_from: from, comments_before: before }) => {
    const cardId = await findCardId(act, said)
    if (before !== undefined) {
      const comments = await act.call(commentsApi.list, { params: { cardId }, query: { before, limit: commentsPage } })
      const [oldest] = comments
      return {
        says: `${comments.length} comentários mais antigos.`,
        data: comments.map(commentLine).join('\n'),
        more: oldest && comments.length === commentsPage ? `Pode haver mais: comments_before ${oldest.id}.` : undefined,
      }
    }
    const card = await act.call(cardsApi.get, { params: { cardId } })
    const frame = await frameOf(act, card.board_id)
    const { lists, title } = frame
    const taking = participantsOf(frame, card)
    const comments = card.comments.slice(-commentsPage)
    const text = card.description.slice(from, from + descriptionPage)
    const data = [
      parts(`${card.key} ${quoted(card.title, 255)}`, `id ${card.id}`),
      parts(`Quadro ${quoted(title)}`, `lista ${quoted(lists.find(({ id }) => id === card.list_id)?.title ?? '')}`),
      parts(
        card.status,
        `prioridade ${taskPriorities[card.priority]}`,
        card.start_date && `começa ${card.start_date}`,
        card.due_date && `prazo ${card.due_date}`,
        pointsText(card.estimate),
        card.assigned_user && `com ${inLine(card.assigned_user.name, 60)}`,
        card.sprint && `sprint ${quoted(card.sprint.nome)}`,
        card.blocked && 'bloqueado',
        card.archived_at && 'arquivado',
      ),
      card.labels.length > 0 && `Etiquetas: ${card.labels.map(({ name }) => quoted(name)).join(', ')}`,
      taking.length > 0 && `Participam: ${taking.map(({ name }) => inLine(name, 60)).join(', ')}`,
      ...valuesOf(card, frame),
      ...card.relations
        .slice(0, 20)
        .flatMap((relation) => (relation.card ? `${relation.kind}: ${relation.card.key} ${quoted(relation.card.title)}` : [])),
      ...checklistsOf(card),
      text && `Descrição:\n${text}`,
      comments.length > 0 && `Comentários (os mais novos por último):\n${comments.map(commentLine).join('\n')}`,
    ]
    const [oldest] = comments
    const more = [
      from + text.length < card.description.length && `A descrição continua: description_from ${from + text.length}.`,
      oldest && card.comment_count > comments.length && `Há comentários mais antigos: comments_before ${oldest.id}.`,
    ]
    return { says: `${card.comment_count} comentários.`, data: data.filter(Boolean).join('\n'), more: more.filter(Boolean).join(' ') }
  },
})

/** What somebody did, in a line. Kinds are those of the API. */
const activityLine = ({ kind, subject, details, user, by_program, card_id, created_at }: Activity): string => {
  const { from, to, fields = [], changes = [] } = details
  const changed = changes.length > 0 ? changes.map((change) => `${change.field} de ${said(change.from)} a ${said(change.to)}`) : fields
  return parts(
    created_at,
    user ? `${inLine(user.name, 60)}${by_program ? ' (um programa)' : ''}` : 'ninguém que tenha conta',
    kind,
    quoted(subject),
    changed.length > 0 && inLine(changed.join('; ')),
    (from !== undefined || to !== undefined) && `${from === undefined ? '' : `de ${said(from)} `}a ${said(to)}`,
    card_id !== null && `cartão id ${card_id}`,
  )
}
const said = (value: string | undefined): string => (value === undefined ? 'nada' : quoted(value, 60))

const readActivity = defineTool({
  name: 'read_activity',
  title: 'Ler o que aconteceu',
  description:
    'O que aconteceu em um quadro ou com um cartão, do mais novo ao mais velho, de 20 em 20: quem fez o quê, quando, e o que mudou. Com since, só desde então. before continua.',
  input: z.object({
    board: boardName.optional(),
    card: cardName.optional(),
    since: z.union([day, z.iso.datetime()]).optional().describe('Desde quando: um dia, AAAA-MM-DD, ou um instante em UTC'),
    before: z.int().positive().optional().describe('Id do que já foi lido por último'),
  }),
  run: async (act, { board, card, since, before }) => {
    if ((board === undefined) === (card === undefined)) throw new Unclear({ says: 'Diga o quadro ou o cartão, um dos dois.' })
    const query = { limit: pageSize, ...(before !== undefined && { before }) }
    const found =
      card === undefined
        ? await act.call(boardsApi.activity, { params: { boardId: await findBoard(act, board ?? '') }, query })
        : await act.call(cardsApi.activity, { params: { cardId: await findCardId(act, card) }, query })
    const from = since && (since.includes('T') ? since : startOfDay(since, act.viewer.timeZone))
    const shown = found.filter(({ created_at }) => from === undefined || Date.parse(created_at) >= Date.parse(from))
    const last = shown.at(-1)
    return {
      says: shown.length === 0 ? 'Nada aconteceu.' : 'Do mais novo ao mais velho, em UTC.',
      data: shown.map(activityLine).join('\n'),
      more: last && shown.length === pageSize ? `Pode haver mais: chame de novo com before ${last.id}.` : undefined,
    }
  },
})

/** What reads a board and a card, and what happened there. */
export const readTools = [readBoard, readCard, readActivity]
