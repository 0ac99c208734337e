import { beforeAll, describe, expect, test, vi } from 'vitest'
import { loadTexts } from '../../i18n/index.ts'
import { addDays } from './days.ts'
import { sprintDates, sprintTime, sprintTimeText } from './sprint-time.ts'

beforeAll(() => loadTexts('work'))

const sprint = { status: 'active' as const, starts_on: '2025-11-03', ends_on: '2025-11-14', ended_at: null }

describe('how a sprint stands to today', () => {
  test.each([
    ['2025-11-11', '3 dias restantes'],
    ['2025-11-13', '1 dia restante'],
    ['2025-11-14', 'termina hoje'],
    ['2025-11-15', '1 dia de atraso'],
    ['2025-11-18', '4 dias de atraso'],
  ])('on %s: %s', (now, text) => {
    expect(sprintTimeText(sprint, now)).toBe(text)
  })

  test('one that is planned says when it begins', () => {
    const planned = { ...sprint, status: 'planned' as const }
    expect(sprintTimeText(planned, '2025-10-28')).toBe('planejada, começa em 6 dias')
    expect(sprintTimeText(planned, '2025-11-02')).toBe('planejada, começa amanhã')
    expect(sprintTimeText(planned, '2025-11-03'), 'on its first day it is under way').toBe('11 dias restantes')
  })

  test('one that was started before its day is under way', () => {
    expect(sprintTime(sprint, '2025-10-30')).toEqual({ state: 'left', days: 15 })
  })

  test('it ends with the day of its team, though it is tomorrow already for the person', () => {
    vi.useFakeTimers({ now: new Date('2025-11-14T16:00:00Z') })
    localStorage.setItem('rodada.timeZone', 'Asia/Tokyo')
    expect(sprintTimeText(sprint)).toBe('termina hoje')
    localStorage.removeItem('rodada.timeZone')
    vi.useRealTimers()
  })

  test('its days are those of its dates, however far from the browser the account lives', () => {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      localStorage.setItem('rodada.timeZone', zone)
      expect([zone, sprintDates(sprint)]).toEqual([zone, '03/11/2025 a 14/11/2025'])
      expect(sprintTimeText({ ...sprint, status: 'ended' })).toContain('14/11')
    }
    localStorage.removeItem('rodada.timeZone')
  })

  test('one that was ended is never late', () => {
    const ended = { ...sprint, status: 'ended' as const, ended_at: '2025-11-12T18:00:00.000Z' }
    expect(sprintTimeText(ended, '2025-12-24')).toBe('encerrada em 12/11')
  })

  test('dates are those of Brazil, whatever the time zone', () => {
    expect(sprintDates(sprint)).toBe('03/11/2025 a 14/11/2025')
  })
})

test('days are added across months and leap days', () => {
  expect(addDays('2025-11-27', 7)).toBe('2025-12-04')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
})
