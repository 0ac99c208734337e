import type { Amount, Burndown } from '@rodada/contract/sprints/reports'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadTexts } from '../../../i18n/index.ts'
import type { Sprint, SprintReport, Velocity } from '../../../lib/call/sprint-words.ts'
import { addDays } from '../../../lib/dates/days.ts'
import { amountText, signed, unitOf } from './amounts.ts'
import { figuresOf } from './figures.ts'
import { daysToForecast, firstDay, forecast, highest, neededPace, projectedSpill, readReport, standing, taskToDrop } from './reading.ts'
import { readReportSearch } from './report-search.ts'
import { reportText } from './report-text.ts'

beforeAll(() => loadTexts('report', 'sprints'))

const amount = (points: number): Amount => ({ points, hours: points * 2, tasks: points / 2 })
const start = '2025-11-03'

/** Ten days, of which those in `remaining` have passed. */
const burndown = (committed: number, completed: number, remaining: number[]): Burndown => ({
  committed: amount(committed),
  completed: amount(completed),
  days: Array.from({ length: 10 }, (_, index) => {
    const left = remaining[index]
    return {
      day: addDays(start, index),
      ideal: amount(committed * (1 - (index + 1) / 10)),
      remaining: left === undefined ? null : amount(left),
      scope: left === undefined ? null : amount(committed),
      added: left === undefined ? null : amount(0),
    }
  }),
})
const sprint: Sprint = {
  id: 1,
  name: 'Sprint 12',
  description: '',
  starts_on: start,
  ends_on: addDays(start, 9),
  status: 'active',
  board_id: 1,
  board_name: 'Checkout',
  board_color: '#266fb8',
  progress: 0,
  total_tasks: 0,
  done_tasks: 0,
  running_tasks: 0,
  waiting_tasks: 0,
  ended_at: null,
  reopens_until: null,
  recorded: true,
  version: 1,
  can: { write: true, reopen: false },
}
const report = (part: Partial<SprintReport> = {}): SprintReport => ({
  sprint,
  committed: amount(40),
  completed: amount(10),
  added: amount(0),
  spilled: amount(0),
  done: [],
  open: [],
  left: [],
  ...part,
})
const velocity: Velocity = { sprints: [], average: amount(34), average_of: 3 }
const read = (chart: Burndown, now = addDays(start, 4), part: Partial<SprintReport> = {}) =>
  readReport({ report: report(part), burndown: chart, velocity }, 'points', now).join(' ')

describe('one sentence reads the chart', () => {
  test('behind, with what would stay', () => {
    expect(read(burndown(40, 10, [40, 38, 36, 32, 30]))).toBe(
      'Vocês estão <b>10 pontos atrás</b> do ideal. No ritmo de até aqui, ficam cerca de 24 pontos para a próxima sprint.',
    )
  })
  test('ahead, and in time', () => {
    expect(read(burndown(40, 30, [30, 25, 20, 15, 10]))).toBe(
      'Vocês estão <b>10 pontos à frente</b> do ideal. No ritmo de até aqui, dá tempo.',
    )
  })
  test('about where it should be', () => {
    expect(read(burndown(40, 19, [36, 32, 28, 24, 21]))).toContain('<b>no ritmo</b>')
  })
  test('without a pace nothing is projected', () => {
    expect(read(burndown(40, 0, [40, 40, 40]), addDays(start, 2))).toContain('não há ritmo para projetar')
  })
  test('before three days are recorded nothing is forecast, and it says how many are missing', () => {
    expect(read(burndown(15, 1, [14]), start)).toContain('Ainda é cedo para prever: faltam 2 dias de registro.')
    expect(read(burndown(15, 14, [14, 1]), addDays(start, 1))).toContain('Ainda é cedo para prever: falta 1 dia de registro.')
    expect(forecast(burndown(15, 1, [14]), 'points')).toBeNull()
  })
  test('before the first day, and with nothing to do', () => {
    expect(read(burndown(40, 0, []), '2025-10-01')).toBe('A sprint ainda não começou. Até agora são 40 pontos.')
    expect(read(burndown(0, 0, []), '2025-10-01')).toBe('A sprint ainda não começou e está vazia.')
    expect(read(burndown(0, 0, [0]), start)).toBe('Não há nada a fazer nesta sprint ainda.')
  })
  test('started before its first day', () => {
    expect(read(burndown(40, 10, [30]), '2025-11-01')).toBe(
      'A sprint começou antes da data. Até agora, vocês entregaram <b>10 pontos</b> de 40 pontos.',
    )
  })
  test('all done, and late', () => {
    expect(read(burndown(40, 40, [20, 0]))).toBe('Tudo foi concluído.')
    expect(read(burndown(40, 30, Array(10).fill(10)), addDays(start, 12))).toBe('O prazo passou e faltam 10 pontos.')
  })
  test('one that came from another tool after its end says only that', () => {
    const brought: Sprint = { ...sprint, status: 'ended', recorded: false }
    const none = { committed: amount(0), completed: amount(8), days: [] }
    expect(read(none, start, { sprint: brought, completed: amount(8) })).toContain('veio de outra ferramenta, já encerrada')
    expect(figuresOf(report({ sprint: brought, completed: amount(8) }), none, 'points').map(({ key }) => key)).toEqual(['completed'])
  })
  test('one of something is said in the singular', () => {
    expect(read(burndown(4, 3, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]), addDays(start, 12))).toBe('O prazo passou e falta 1 ponto.')
    expect(read(burndown(1, 0, []), '2025-10-01')).toBe('A sprint ainda não começou. Até agora é 1 ponto.')
    expect(read(burndown(7, 4, [7, 6, 5, 4, 3]))).toContain('fica cerca de 1 ponto para')
    const ended: Sprint = { ...sprint, status: 'ended' }
    expect(read(burndown(4, 4, []), start, { sprint: ended, added: amount(1) })).toContain('Entrou 1 ponto depois do começo.')
  })
  test('once ended, what was delivered', () => {
    const ended: Sprint = { ...sprint, status: 'ended' }
    const chart = burndown(40, 36, Array(10).fill(4))
    expect(read(chart, start, { sprint: ended, completed: amount(36), spilled: amount(4), added: amount(3) })).toBe(
      'Vocês entregaram <b>36 pontos</b> de 40 pontos. Entraram 3 pontos depois do começo. É mais do que a média de 34 pontos.',
    )
    expect(read(chart, start, { sprint: ended, completed: amount(30) })).toBe(
      'Vocês entregaram <b>tudo</b>: 30 pontos. A média é de 34 pontos.',
    )
  })
})

describe('a sprint that was empty when it was to commit and filled later', () => {
  const chart = burndown(0, 32, [0, 0, 12, 10, 8])
  const filled = { ...chart, days: chart.days.map((day, index) => (index >= 2 && day.scope ? { ...day, scope: amount(40) } : day)) }
  test('is drawn up to the scope its line begins with', () => {
    expect(highest(filled, 'points')).toBe(40)
  })
  test('has no ideal to be behind of', () => {
    expect(read(filled)).toBe('Faltam <b>8 pontos</b>. No ritmo de até aqui, dá tempo.')
  })
})

test('where the sprint stands is the last day that has a number', () => {
  expect(standing(burndown(40, 10, [40, 36]), 'points')).toEqual({ remaining: 36, ideal: 32, scope: 40, index: 1 })
  expect(standing(burndown(40, 10, []), 'points')).toBeNull()
})

test('the pace that is needed counts the weekdays that are left, today among them', () => {
  expect(neededPace(22, '2025-11-11', '2025-11-14')).toBe(5.5)
  expect(neededPace(22, '2025-11-06', '2025-11-11'), 'from Thursday to Tuesday').toBe(5.5)
  expect(neededPace(5, '2025-11-15', '2025-11-16'), 'only a weekend is left').toBe(5)
  expect(neededPace(5, '2025-11-14', '2025-11-14')).toBe(5)
  expect(neededPace(5, '2025-11-15', '2025-11-14')).toBeNull()
})

test('what would stay follows from the pace so far', () => {
  expect(projectedSpill(burndown(40, 10, [40, 38, 36, 32, 30]), 'points')).toBe(24)
  expect(projectedSpill(burndown(40, 40, [0]), 'points')).toBe(0)
  const afterWeekend = burndown(40, 20, [36, 32, 28, 24, 20, 20, 20, 20])
  expect(projectedSpill(afterWeekend, 'points'), 'four points on each of five days, and three days left').toBe(8)
  expect(neededPace(12, '2025-11-10', '2025-11-12'), 'the pace that is needed leaves nothing').toBe(4)
  expect(projectedSpill(burndown(32, 20, [28, 24, 20, 16, 12, 12, 12, 12]), 'points')).toBe(0)
})

describe('today is projected once', () => {
  /** Monday to Friday only. */
  const week = (chart: Burndown): Burndown => ({ ...chart, days: chart.days.slice(0, 5) })
  const friday = week(burndown(25, 20, [21, 17, 13, 9, 5]))
  test('on the evening of the last day, what is open stays', () => {
    expect(projectedSpill(friday, 'points'), 'four points on each of five days').toBe(5)
    expect(read(friday)).toContain('ficam cerca de 5 pontos')
    expect(projectedSpill(week(burndown(25, 16, [21, 17, 13, 9, 9])), 'points'), 'in the morning').toBe(5)
  })
  test('a day that keeps the pace changes nothing, one that exceeds it does', () => {
    const monday = (left: number) => projectedSpill(burndown(40, 40 - left, [36, 32, 28, 24, 20, 20, 20, left]), 'points')
    expect([20, 18, 16, 10].map(monday)).toEqual([8, 8, 8, 2])
  })
  test('what joins today is not taken for work undone, nor what is opened again for work done', () => {
    const joined = {
      ...friday,
      days: friday.days.map((day, index) => (index === 4 ? { ...day, scope: amount(28), remaining: amount(8) } : day)),
    }
    expect(projectedSpill(joined, 'points')).toBe(8)
    expect(projectedSpill(week(burndown(25, 12, [21, 17, 13, 9, 13])), 'points'), 'three points a day').toBe(10)
  })
  test('what is done on a weekend is on top of the days that are left', () => {
    expect(projectedSpill(burndown(40, 24, [36, 32, 28, 24, 20, 16]), 'points')).toBe(4)
  })
  test('while nothing was done before it, it is all there is to go by', () => {
    expect(projectedSpill(week(burndown(25, 4, [21])), 'points')).toBe(5)
    expect(projectedSpill(week(burndown(25, 4, [25, 21])), 'points'), 'four points in two days').toBe(15)
  })
})

test('days before anything was planned say nothing about the pace', () => {
  const chart = burndown(40, 5, [0, 0, 0, 40, 35])
  const late = { ...chart, days: chart.days.map((day, index) => (index < 3 ? { ...day, scope: amount(0) } : day)) }
  expect(firstDay(late)).toBe(3)
  expect(projectedSpill(late, 'points'), 'five points in two days, and three days left').toBe(27.5)
})

test('the smallest task that makes the rest fit is named', () => {
  const open = [
    { points: 13, hours: null },
    { points: 8, hours: null },
    { points: 3, hours: 1 },
  ]
  expect(taskToDrop(open, 6, 'points')).toBe(open[1])
  expect(taskToDrop(open, 20, 'points')).toBeNull()
  expect(taskToDrop(open, 0, 'points')).toBeNull()
  expect(taskToDrop(open, null, 'points')).toBeNull()
})

test('amounts agree with their number, and are shown with one decimal at most', () => {
  expect([amountText(1, 'points'), amountText(2.25, 'hours'), amountText(0, 'tasks'), amountText(1.5, 'hours')]).toEqual([
    '1 ponto',
    '2,3 horas',
    '0 tarefas',
    '1,5 hora',
  ])
  expect([signed(3), signed(-2.5), signed(0)]).toEqual(['+3', '−2,5', '0'])
})

test('counting begins with the unit in which there is something', () => {
  const none = { points: 0, hours: 0, tasks: 4 }
  expect(unitOf({}, [none])).toBe('tasks')
  expect(unitOf({}, [{ ...none, hours: 3 }])).toBe('hours')
  expect(unitOf({}, [{ ...none, hours: 3, points: 1 }])).toBe('points')
  expect(unitOf(readReportSearch({ em: 'horas' }), [none])).toBe('hours')
  expect(readReportSearch({ em: 'litros' })).toEqual({})
})

describe('whatever the numbers, the sentences follow from them', () => {
  /** A sprint of ten days in which work is done, added and taken out. */
  const history = fc
    .record({
      committed: fc.integer({ min: 0, max: 60 }),
      steps: fc.array(fc.record({ done: fc.integer({ min: 0, max: 20 }), added: fc.integer({ min: -15, max: 20 }) }), {
        minLength: 1,
        maxLength: 10,
      }),
    })
    .map(({ committed, steps }): { chart: Burndown; passed: number } => {
      let [scope, done] = [committed, 0]
      const states = steps.map((step) => {
        done = Math.min(scope, done + step.done)
        scope = Math.max(done, scope + step.added)
        return { scope, remaining: scope - done }
      })
      const chart = burndown(committed, done, [])
      const days = chart.days.map((day, index) => {
        const state = states[index]
        return state ? { ...day, scope: amount(state.scope), remaining: amount(state.remaining), added: amount(0) } : day
      })
      return { chart: { ...chart, days }, passed: steps.length }
    })

  test('they agree with where the sprint stands and with each other', () => {
    fc.assert(
      fc.property(history, ({ chart, passed }) => {
        const said = read(chart, addDays(start, passed - 1))
        const here = standing(chart, 'points')
        if (!here || here.remaining === 0) return
        const gap = here.remaining - here.ideal
        if (said.includes('atrás')) expect([gap > 0, said]).toEqual([true, expect.stringContaining(amountText(gap, 'points'))])
        if (said.includes('à frente')) expect([gap < 0, said]).toEqual([true, expect.stringContaining(amountText(-gap, 'points'))])
        const forecasts = /No ritmo de até aqui|no ritmo de até aqui/.test(said)
        if (daysToForecast(chart, 'points') > 0) expect(forecasts).toBe(false)
        const spill = forecast(chart, 'points')
        if (/dá tempo/.test(said)) expect([spill !== null && spill < 0.5, /atrás/.test(said)]).toEqual([true, /Mesmo assim/.test(said)])
        if (/fica/.test(said))
          expect([(spill ?? 0) >= 0.5, /à frente|no ritmo<\/b> do/.test(said)]).toEqual([true, /Mesmo assim/.test(said)])
      }),
      { numRuns: 500 },
    )
  })
})

test('a report in words names a few tasks of each group, and where the others are', () => {
  const task = (title: string): SprintReport['done'][number] => ({
    card_id: 1,
    title,
    points: 3,
    hours: null,
    status: 'concluida',
    added_late: false,
    visible: true,
    days: null,
    now_in: null,
  })
  const done = Array.from({ length: 30 }, (_, index) => task(`Tarefa ${index + 1}`))
  const data = {
    report: report({ done }),
    burndown: burndown(40, 10, [40, 30]),
    velocity: { sprints: [], average: amount(0), average_of: 0 },
  }
  const text = reportText(data, 'points', { today: start, address: 'https://rodada.example/sprint/1/report' })
  expect(text).toContain('Entregues (30)\n- Tarefa 1 (3 pontos)\n')
  expect(text).toContain('- Tarefa 12 (3 pontos)\n- e mais 18\n\nhttps://rodada.example/sprint/1/report')
  expect(text, 'nothing of the page’s marks').not.toMatch(/<|Em aberto/)
})
