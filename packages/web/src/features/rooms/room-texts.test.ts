import type { ChatMessage, Participant } from '@rodada/contract/rooms/rooms'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadTexts } from '../../i18n/index.ts'
import { dayLabel, isNewDay } from './chat/chat-days.ts'
import { shareTargets } from './dialogs/share-links.ts'
import { createRoomAnnouncer } from './session/room-announcer.ts'

beforeAll(() => loadTexts('rooms'))

describe('announcements', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const person = (id: number, name: string, connected = true): Participant => ({
    id,
    name,
    avatar: null,
    role: 'participant',
    hasVoted: false,
    connected,
    observer: false,
  })
  const spoken = (act: (announcer: ReturnType<typeof createRoomAnnouncer>) => void): string[] => {
    const said: string[] = []
    act(createRoomAnnouncer((text) => said.push(text)))
    vi.runAllTimers()
    return said
  }

  test('one vote is named, a few are joined, many are counted', () => {
    expect(spoken(({ voted }) => voted('Ana'))).toEqual(['Ana votou.'])
    expect(spoken(({ voted }) => ['Ana', 'Bia'].forEach(voted))).toEqual(['Ana e Bia votaram.'])
    expect(spoken(({ voted }) => ['Ana', 'Bia', 'Caio', 'Davi'].forEach(voted))).toEqual(['4 pessoas votaram.'])
  })

  test('coming back and falling away are announced, staying is not', () => {
    const before = [person(1, 'Ana'), person(2, 'Bia', false), person(3, 'Caio')]
    const now = [person(1, 'Ana'), person(2, 'Bia'), person(3, 'Caio', false)]
    expect(spoken(({ people }) => people(before, now))).toEqual(['Bia entrou. Caio saiu.'])
    expect(spoken(({ people }) => people(now, now))).toEqual([])
  })

  test('votes before a reveal are not announced after it', () => {
    expect(
      spoken(({ voted, turn }) => {
        voted('Ana')
        turn('Nova votação.')
        voted('Bia')
      }),
    ).toEqual(['Nova votação. Bia votou.'])
  })

  test('what happens together is one text', () => {
    expect(
      spoken(({ voted, say }) => {
        voted('Ana')
        say('Votos revelados, média 4,5.')
      }),
    ).toHaveLength(1)
  })
})

describe('chat days', () => {
  const at = (timestamp: string): ChatMessage => ({ id: 1, userName: 'Ana', message: 'oi', avatar: null, timestamp })
  const noon = (day: number) => new Date(2026, 0, day, 12).toISOString()

  test('a separator opens each day', () => {
    expect(isNewDay(undefined, at(noon(5)))).toBe(true)
    expect(isNewDay(at(noon(5)), at(noon(5)))).toBe(false)
    expect(isNewDay(at(noon(5)), at(noon(6)))).toBe(true)
  })

  test('today and yesterday have names', () => {
    const now = new Date(2026, 0, 6, 18)
    expect(dayLabel(noon(6), now)).toBe('hoje, 12:00')
    expect(dayLabel(noon(5), now)).toBe('ontem, 12:00')
    expect(dayLabel(noon(4), now)).toBe('04/01/2026, 12:00')
  })
})

test('every share target carries the login link of this room', () => {
  const { link, targets } = shareTargets('K7M2QX', 'https://rodada.exemplo.br')
  expect(link).toBe('https://rodada.exemplo.br/login?roomId=K7M2QX')
  expect(targets.map(({ id }) => id)).toEqual(['whatsapp', 'telegram', 'mail'])
  for (const { href } of targets) {
    expect([...new URL(href).searchParams.values()].join(' ')).toContain(link)
    expect(href).not.toContain('+')
  }
})
