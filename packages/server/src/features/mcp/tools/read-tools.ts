import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import type { Card, CardSummary } from '@rodada/contract/cards/cards'
import { commentsApi } from '@rodada/contract/cards/comments'
import { taskPriorities } from '@rodada/contract/sprints/settings'
import { z } from 'zod'
import { boardName, cardName, listName, offset, pageSize } from '../fields.ts'
import { type Frame, findBoard, findCardId, findList, frameOf } from '../names.ts'
import { defineTool, inLine } from '../tool.ts'
import { goOn, parts, pointsText, quoted } from '../words.ts'

/** Cards of each list that a whole board shows, and lists. */
const cardsOfList = 5
const listsOfBoard = 30
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

const namesOf = ({ labels, members }: Frame): string[] => [
  `Etiquetas: ${labels
    .slice(0, 50)
    .map(({ name }) => quoted(name, 50))
    .join(', ')}`,
  `Pessoas: ${members
    .slice(0, 50)
    .map(({ user }) => inLine(user.name, 60))
    .join(', ')}`,
]

const readBoard = defineTool({
  name: 'read_board',
  title: 'Ler um quadro',
  description:
    'As listas de um quadro com o começo de cada uma, as etiquetas e as pessoas. Com list, os cartões dessa lista, na ordem, de 20 em 20.',
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
    'Um cartão inteiro: descrição, datas, pessoas, etiquetas, checklists, sprint e os últimos comentários. description_from e comments_before continuam o que não coube.',
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
    const { lists, title } = await frameOf(act, card.board_id)
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

/** What reads a board and a card. */
export const readTools = [readBoard, readCard]
