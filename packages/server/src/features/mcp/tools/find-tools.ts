import { boardsApi } from '@rodada/contract/boards/board-calls'
import { peopleApi } from '@rodada/contract/boards/people'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { dueGroups } from '@rodada/contract/cards/own-cards'
import { limits } from '@rodada/contract/core/limits'
import { foldedText } from '@rodada/contract/core/plain-text'
import { z } from 'zod'
import { boardName, offset, pageSize } from '../fields.ts'
import { findBoard, frameOf } from '../names.ts'
import { defineTool, inLine } from '../tool.ts'
import { goOn, hitLine, maybeMore, parts, quoted } from '../words.ts'

const query = (what: string) => z.string().max(limits.cardSearch).describe(what)

const findCards = defineTool({
  name: 'find_cards',
  title: 'Buscar cartões',
  description:
    'Busca cartões por palavras, por uma chave (PAG-42) ou por filtros na própria busca: de:ana, de:eu, em:quadro, etiqueta:nome, prazo<2026-12-31, prazo>hoje, status:andamento, é:atrasado, é:aberto, é:bloqueado. Sem query, os mudados por último.',
  input: z.object({ query: query('O que buscar').default(''), board: boardName.optional(), offset }),
  run: async (act, { query: q, board, offset }) => {
    const board_id = board === undefined ? undefined : await findBoard(act, board)
    const found = await act.call(cardsApi.search, { query: { q, limit: pageSize, offset, ...(board_id && { board_id }) } })
    const lines = found.map((card) =>
      parts(hitLine(card), card.match && card.match.in !== 'title' && `achado em: ${inLine(card.match.text)}`),
    )
    return { says: `${found.length} cartões nesta página.`, data: lines.join('\n'), more: maybeMore(offset, found.length) }
  },
})

const findBoards = defineTool({
  name: 'find_boards',
  title: 'Buscar quadros',
  description: 'Os quadros que você vê, os mudados por último primeiro; com query, os que têm esse texto no nome.',
  input: z.object({ query: z.string().max(limits.search).describe('Parte do nome').default(''), offset }),
  run: async ({ call }, { query: q, offset }) => {
    const boards = await call(boardsApi.list, { query: { q, limit: pageSize, offset } })
    const lines = boards.map((board) =>
      parts(
        quoted(board.title),
        `chaves ${board.key_prefix}`,
        `${board.card_count} cartões`,
        `seu papel: ${board.role}`,
        board.is_template && 'modelo',
        `id ${board.id}`,
      ),
    )
    return { says: `${boards.length} quadros nesta página.`, data: lines.join('\n'), more: maybeMore(offset, boards.length) }
  },
})

const findPeople = defineTool({
  name: 'find_people',
  title: 'Buscar pessoas',
  description: 'As pessoas de um quadro, com o id de cada uma; sem quadro, as de todos os seus quadros, pelo nome.',
  input: z.object({ name: z.string().max(limits.search).describe('Parte do nome').default(''), board: boardName.optional(), offset }),
  run: async (act, { name, board, offset }) => {
    if (board === undefined) {
      if (act.viewer.token?.boardIds) return { says: 'Este token é de alguns quadros: diga também o quadro.' }
      const people = await act.call(peopleApi.find, { query: { q: name } })
      return { says: `${people.length} pessoas.`, data: people.map((each) => parts(quoted(each.name), `id ${each.id}`)).join('\n') }
    }
    const { members } = await frameOf(act, await findBoard(act, board))
    const found = members.filter(({ user }) => foldedText(user.name).includes(foldedText(name)))
    const page = found.slice(offset, offset + pageSize)
    const lines = page.map(({ user, role }) => parts(quoted(user.name), role, `id ${user.id}`))
    return { says: `${found.length} pessoas.`, data: lines.join('\n'), more: goOn(offset, page.length, found.length) }
  },
})

const groupNames = { late: 'Atrasadas', today: 'Hoje', week: 'Esta semana', later: 'Depois', undated: 'Sem prazo' }

const myTasks = defineTool({
  name: 'my_tasks',
  title: 'Minhas tarefas',
  description: 'O que está em aberto com quem criou o token, por prazo. Com due, só um grupo; offset vale dentro de cada grupo.',
  input: z.object({ due: z.enum(dueGroups).describe('Atrasadas, hoje, esta semana, depois ou sem prazo').optional(), offset }),
  run: async ({ call }, { due, offset }) => {
    const own = await call(cardsApi.mine, { query: { limit: pageSize, offset, ...(due && { due }) } })
    const data = own.groups.map((group) => [`${groupNames[group.due]} (${group.count})`, ...group.cards.map(hitLine)].join('\n')).join('\n')
    const left = own.groups.filter(({ count, cards }) => offset + cards.length < count).map(({ due }) => due)
    const more = left.length > 0 ? `Há mais em ${left.join(', ')}: chame de novo com due e offset ${offset + pageSize}.` : undefined
    return { says: `${own.open} em aberto em ${own.boards} quadros, ${own.points} pontos.`, data, more }
  },
})

/** What finds cards, boards, people and one's own work. */
export const findTools = [findCards, findBoards, findPeople, myTasks]
