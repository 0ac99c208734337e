import type { Activity } from '@rodada/contract/boards/activities'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import type { Card, CardSummary } from '@rodada/contract/cards/cards'
import { commentsApi } from '@rodada/contract/cards/comments'
import { limits } from '@rodada/contract/core/limits'
import { taskPriorities } from '@rodada/contract/sprints/settings'
import { z } from 'zod'
import { startOfDay } from '../../../platform/time.ts'
import { boardName, cardName, day, listName, offset, pageSize } from '../fields.ts'
import { type Frame, findBoard, findCardId, findList, frameOf, participantsOf } from '../names.ts'
import { type Act, defineTool, inLine, longestData, type ToolAnswer, Unclear } from '../tool.ts'
import { goOn, parts, pointsText, quoted } from '../words.ts'

/** Cards of each list that a whole board shows, and lists. */
const cardsOfList = 5
const listsOfBoard = 30
/** Options of a field that a board tells; a name that is none of them is answered with all that are near it. */
const optionsShown = 10
/** Letters of a description, and comments, in one answer; and letters of a comment that is too long for one. */
const descriptionPage = 5000
const commentsPage = 10
const commentPart = 10_000

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

type Comment = Card['comments'][number]

/** One that was brought may be longer than those that are written here. */
const commentText = ({ content }: Comment): string => inLine(content, limits.importedComment)
/** Who wrote one that was brought is known by a name where there is no account. */
const commentHead = ({ user, author_name, created_at, id }: Comment): string =>
  `${inLine(user?.name ?? author_name ?? 'Conta excluída', 60)} · ${created_at} · id ${id}: `
const commentLine = (comment: Comment): string => `${commentHead(comment)}${commentText(comment)}`

/** The newest of some comments, whole, as many as so many letters hold. */
function newestFitting(comments: readonly Comment[], room: number): readonly Comment[] {
  let left = room
  const tooLong = comments.findLastIndex((comment) => {
    left -= commentLine(comment).length + 1
    return left < 0
  })
  return comments.slice(tooLong + 1)
}

/** A page of comments, the newest last. One that fits in no answer comes in parts, each in an answer of its own. */
async function olderComments({ call }: Act, cardId: number, before: number, from: number): Promise<ToolAnswer> {
  const comments = await call(commentsApi.list, { params: { cardId }, query: { before, limit: commentsPage } })
  const newest = comments.at(-1)
  if (!newest) return { says: 'Não há comentários mais antigos.' }
  const shown = newestFitting(comments, longestData)
  const [oldest] = shown
  if (from > 0 || !oldest) {
    const text = commentText(newest)
    const end = Math.min(from + commentPart, text.length)
    return {
      says: `Um comentário de ${text.length} letras, a partir da letra ${from}.`,
      data: `${commentHead(newest)}${text.slice(from, end)}`,
      more:
        end < text.length
          ? `O comentário continua: comments_before ${newest.id + 1} e comment_from ${end}.`
          : `Pode haver mais antigos: comments_before ${newest.id}.`,
    }
  }
  const mayBeMore = shown.length < comments.length || comments.length === commentsPage
  return {
    says: `${shown.length} comentários mais antigos.`,
    data: shown.map(commentLine).join('\n'),
    more: mayBeMore ? `Pode haver mais: comments_before ${oldest.id}.` : undefined,
  }
}

/** A part of a description, and how to go on. */
function descriptionFrom({ description }: Card, from: number, most: number): { text: string; more: string | undefined } {
  const text = description.slice(from, from + Math.max(0, most))
  const end = from + text.length
  return { text, more: end < description.length ? `A descrição continua: description_from ${end}.` : undefined }
}

const readCard = defineTool({
  name: 'read_card',
  title: 'Ler um cartão',
  description:
    'Um cartão inteiro: descrição, datas, quem responde e quem participa, etiquetas, campos do quadro, checklists, sprint e os últimos comentários. description_from e comments_before trazem só o que não coube.',
  input: z.object({
    card: cardName,
    description_from: z.int().min(0).max(100_000).optional().describe('Só a descrição, a partir desta letra'),
    comments_before: z.int().positive().optional().describe('Só os comentários antes deste id'),
    comment_from: z.int().min(0).max(100_000).default(0).describe('Do mais novo desses, quando é longo, a partir desta letra'),
  }),
  run: async (act, { card: said, description_from, comments_before, comment_from }) => {
    const cardId = await findCardId(act, said)
    if (comments_before !== undefined) return olderComments(act, cardId, comments_before, comment_from)
    const card = await act.call(cardsApi.get, { params: { cardId } })
    if (description_from !== undefined) {
      const { text, more } = descriptionFrom(card, description_from, descriptionPage)
      return { says: `A descrição tem ${card.description.length} letras.`, data: text, more }
    }
    const frame = await frameOf(act, card.board_id)
    const { lists, title } = frame
    const taking = participantsOf(frame, card)
    const head = [
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
    ]
      .filter(Boolean)
      .join('\n')
    const [beforeText, beforeComments] = ['\nDescrição:\n', '\nComentários (os mais novos por último):\n']
    const room = longestData - head.length - beforeText.length
    const { text, more: moreText } = descriptionFrom(card, 0, Math.min(descriptionPage, room))
    const described = text === '' ? head : `${head}${beforeText}${text}`
    const comments = newestFitting(card.comments.slice(-commentsPage), longestData - described.length - beforeComments.length)
    const newest = card.comments.at(-1)
    // Where none fits, one goes on with the newest.
    const next = comments[0]?.id ?? (newest && newest.id + 1)
    const more = [moreText, next && card.comment_count > comments.length && `Há mais comentários: comments_before ${next}.`]
    return {
      says: `${card.comment_count} comentários.`,
      data: comments.length === 0 ? described : `${described}${beforeComments}${comments.map(commentLine).join('\n')}`,
      more: more.filter(Boolean).join(' '),
    }
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
    'O que aconteceu em um quadro ou com um cartão, o último registro primeiro, de 20 em 20: quem fez o quê, quando, e o que mudou. O que foi trazido de outra ferramenta tem as datas de lá. Com since, só desde então. before continua.',
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
    const [last, isFull] = [found.at(-1), found.length === pageSize]
    const nothing = isFull ? 'Nada desde então nesta página.' : before === undefined ? 'Nada aconteceu.' : 'Nada mais aconteceu.'
    // Entries follow one another as they were written, and those that were brought have the dates of the other tool.
    const mayBeMore =
      shown.length < found.length
        ? 'Já se chegou ao que é de antes, mas onde cartões foram trazidos de outra ferramenta pode haver mais'
        : 'Pode haver mais'
    return {
      says: shown.length === 0 ? nothing : 'O último registro primeiro, em UTC.',
      data: shown.map(activityLine).join('\n'),
      more: last && isFull ? `${mayBeMore}: chame de novo com before ${last.id}.` : undefined,
    }
  },
})

/** What reads a board and a card, and what happened there. */
export const readTools = [readBoard, readCard, readActivity]
