import { activityKinds } from '@rodada/contract/boards/settings'
import type { CardHit } from '@rodada/contract/cards/cards'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../i18n/index.ts'
import { readDue } from '../../lib/dates/near.ts'
import { activitySentence } from '../../lib/text/activity-sentence.ts'
import { readSearch, viewOf, visibilityOf } from './dashboard-search.ts'
import { gatherActivity } from './overview/gather-activity.ts'
import { daySentence, greeting } from './overview/greeting.ts'
import { forNow } from './tasks/for-now.ts'

beforeAll(() => loadTexts('dashboard', 'activity', 'work'))

const day = '2026-11-18'

test.each([
  ['2026-11-01', 'late', '1 nov'],
  ['2026-11-15', 'late', 'Há 3 dias'],
  ['2026-11-17', 'late', 'Ontem'],
  ['2026-11-18', 'today', 'Hoje'],
  ['2026-11-19', 'soon', 'Amanhã'],
  ['2026-11-25', 'soon', 'qua, 25 nov'],
  ['2026-11-26', 'later', '26 nov'],
])('a card due on %s is %s and says %s', (due, tone, text) => {
  expect(readDue(due, day)).toEqual({ tone, text })
})

const card = (id: number, due_date: string | null, priority: CardHit['priority'] = 'medium', status: CardHit['status'] = 'pendente') =>
  ({ id, due_date, priority, status }) as CardHit

test('for now: late, today, soon, then what is under way without a date', () => {
  const cards = [
    card(1, null, 'urgent', 'em_andamento'),
    card(2, '2026-11-20'),
    card(3, '2026-11-18', 'low'),
    card(4, '2026-11-10'),
    card(5, '2026-11-18', 'high'),
    card(6, '2027-01-01', 'urgent'),
    card(7, null, 'urgent', 'pendente'),
  ]
  expect(forNow(cards, 10, day).map(({ id }) => id)).toEqual([4, 5, 3, 2, 1])
  expect(forNow(cards, 2, day).map(({ id }) => id)).toEqual([4, 5])
})

const tasks = (dueToday: number, overdue: number, total = 9, completed = 0) =>
  daySentence({ total, completed, dueToday, overdue, pending: 0, inProgress: 0 })

test('the day in a sentence', () => {
  expect(tasks(2, 1)).toBe('Duas tarefas vencem hoje e uma passou do prazo.')
  expect(tasks(1, 3)).toBe('Uma tarefa vence hoje e três passaram do prazo.')
  expect(tasks(1, 0)).toBe('Uma tarefa vence hoje.')
  expect(tasks(0, 1)).toBe('Uma tarefa passou do prazo.')
  expect(tasks(0, 12)).toBe('12 tarefas passaram do prazo.')
  expect(tasks(0, 0)).toBe('Nada vence hoje.')
  expect(tasks(0, 0, 4, 4)).toBe('Tudo que estava com você está concluído.')
  expect(tasks(0, 0, 0)).toBe('Nenhuma tarefa está com você por enquanto.')
})

test('the greeting follows the hour and takes the first name', () => {
  expect([4, 5, 11, 12, 17, 18].map((hour) => greeting(' Ana Luísa ', hour))).toEqual([
    'Boa noite, Ana',
    'Bom dia, Ana',
    'Bom dia, Ana',
    'Boa tarde, Ana',
    'Boa tarde, Ana',
    'Boa noite, Ana',
  ])
})

const caio = { id: 3, name: 'Caio', avatar_url: null }
const said = (
  action: (typeof activityKinds)[number],
  to: string | null,
  user: typeof caio | null = caio,
  task = 'X',
  byProgram = false,
) => {
  const { before, subject, after } = activitySentence({ kind: action, subject: task, to, user, by_program: byProgram }, 9)
  return `${before}[${subject}]${after}`
}

test('activity becomes sentences', () => {
  expect(said('card.moved', 'Concluído')).toBe('Caio moveu [X] para Concluído')
  expect(said('card.moved', null)).toBe('Caio moveu [X]')
  expect(said('card.assigned', 'Bia')).toBe('Caio passou [X] para Bia')
  expect(said('card.assigned', 'Caio')).toBe('Caio ficou com [X]')
  expect(said('card.assigned', null)).toBe('Caio deixou [X] sem responsável')
  expect(said('card.created', 'A Fazer', null)).toBe('Alguém criou [X]')
  expect(said('member.added', null, { ...caio, id: 9 })).toBe('Você incluiu [X] no quadro')
  expect(['0', '1', '12'].map((cards) => said('board.imported', cards))).toEqual([
    'Caio trouxe 0 cartões do [X]',
    'Caio trouxe 1 cartão do [X]',
    'Caio trouxe 12 cartões do [X]',
  ])
  expect(said('card.created', null, caio, 'X', true)).toBe('Um programa de Caio criou [X]')
  expect(said('card.created', null, { ...caio, id: 9 }, 'X', true)).toBe('Um programa seu criou [X]')
})

test('every kind of activity has its sentence, and titles are taken as they are', () => {
  // What a pull request does to a card, GitHub says, and what a group gives, the provider; no person does it.
  for (const kind of activityKinds)
    for (const to of [null, 'Y'])
      expect(said(kind, to, caio, '{{who}} $t(retry)'), kind).toMatch(
        kind === 'card.merged' || kind === 'card.named'
          ? /^O pull request .*\[\{\{who\}\} \$t\(retry\)\]/
          : /^(card\.repeat_|member\.group_)/.test(kind)
            ? /^\[\{\{who\}\} \$t\(retry\)\] /
            : /^Caio .*\[\{\{who\}\} \$t\(retry\)\]/,
      )
  expect(said('card.moved', '{{what}}')).toBe('Caio moveu [X] para {{what}}')
})

test('what one person did to one card in a row is one line', () => {
  const bia = { ...caio, id: 4, name: 'Bia' }
  const line = (id: number, action: (typeof activityKinds)[number], card_id: number | null, user = caio) => ({
    ...{ id, action, card_id, user, by_program: false, task: 'X', to: null, board_id: 1, time: `2026-11-18T10:0${9 - id}:00Z` },
  })
  const lines = gatherActivity([
    line(1, 'card.labeled', 7),
    line(2, 'card.assigned', 7),
    line(3, 'card.created', 7),
    line(4, 'card.updated', 7, bia),
    line(5, 'card.moved', 8, bia),
    line(6, 'card.updated', 8, bia),
    line(7, 'member.added', null, bia),
    line(8, 'member.added', null, bia),
  ])
  expect(lines.map(({ id }) => id)).toEqual([3, 4, 5, 7, 8])
  expect(lines[0], 'with the time of the newest').toMatchObject({ action: 'card.created', time: '2026-11-18T10:08:00Z' })
})

test('the address says view, filter and search; what nobody offers is left out', () => {
  expect(readSearch({ ver: 'lista', filtro: 'privados', q: ' café ', criar: 'sim' })).toEqual({
    ver: 'lista',
    filtro: 'privados',
    q: 'café',
    criar: 'sim',
  })
  // The router reads a number where it can.
  expect(readSearch({ q: 404 }).q).toBe('404')
  const strange = readSearch({ ver: 'tudo', filtro: ['publicos'], q: '  ', criar: 1, evil: '1' })
  expect(strange).toEqual({})
  expect(viewOf(strange)).toBe('kanban')
  expect(visibilityOf(strange)).toBe('all')
})
