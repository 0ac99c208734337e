import { expect, test } from 'vitest'
import { idleDays } from './idle.ts'

const noon = (day: string) => new Date(`${day}T12:00:00`)
const idle = (moved: string, now: string, status: Parameters<typeof idleDays>[0]['status'] = 'em_andamento') =>
  idleDays({ moved_at: noon(moved).toISOString(), status }, noon(now))

test('work stands still after five weekdays, and is as old as the calendar says', () => {
  // 2026-11-16 is a Monday.
  expect([idle('2026-11-16', '2026-11-20'), idle('2026-11-16', '2026-11-22')]).toEqual([null, null])
  expect([idle('2026-11-16', '2026-11-23'), idle('2026-11-16', '2026-12-16')]).toEqual([7, 30])
  expect(idle('2026-11-14', '2026-11-20'), 'what was moved on a Saturday waits from Monday to Friday').toBe(6)
  expect(idle('2026-11-15', '2026-11-20')).toBe(5)
})

test('only of work that is under way, and whose last move somebody saw', () => {
  expect(idle('2026-11-16', '2026-11-23', 'impedimento')).toBe(7)
  expect((['pendente', 'concluida', 'cancelada'] as const).map((status) => idle('2026-11-16', '2026-12-16', status))).toEqual([
    null,
    null,
    null,
  ])
  expect(idleDays({ moved_at: null, status: 'em_andamento' })).toBeNull()
})
