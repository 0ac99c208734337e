import { beforeEach, expect, test, vi } from 'vitest'
import page from '../../index.html?raw'
import { format } from '../lib/dates/format.ts'
import { toCsv } from '../lib/text/csv.ts'
import { changeLanguage, currentLanguage, followLanguage, loadTexts, perLanguage, startLanguage, subscribeLanguage, t } from './index.ts'

const prefer = (...languages: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)

beforeEach(async () => {
  await changeLanguage('pt-BR')
  localStorage.clear()
})

test('the stored language wins over those of the browser, and Portuguese is there for everybody else', async () => {
  prefer('fr-FR', 'es-MX', 'en-GB')
  await startLanguage()
  expect([currentLanguage(), t('retry'), document.documentElement.lang]).toEqual(['es-ES', 'Reintentar', 'es-ES'])
  localStorage.setItem('rodada.language', 'en-US')
  await startLanguage()
  expect([currentLanguage(), t('retry'), document.documentElement.lang]).toEqual(['en-US', 'Try again', 'en-US'])
  localStorage.clear()
  prefer('fr-FR', 'de')
  await startLanguage()
  expect([currentLanguage(), document.documentElement.lang]).toEqual(['pt-BR', 'pt-BR'])
})

test('a change brings along what is on the screen, is kept, and tells who listens', async () => {
  await loadTexts('rooms')
  const heard = vi.fn()
  const stop = subscribeLanguage(heard)
  await changeLanguage('en-US')
  stop()
  expect(heard).toHaveBeenCalledOnce()
  expect(t('rooms:you')).toBe('You')
  expect(localStorage.getItem('rodada.language')).toBe('en-US')
  await loadTexts('kanban')
  expect(t('kanban:count', { count: 2 })).toBe('2 cards')
})

test('texts that come while the language changes are of the new one', async () => {
  const change = changeLanguage('es-ES')
  const load = loadTexts('palette')
  await Promise.all([change, load])
  expect(t('palette:groups.board')).toBe('Tableros')
})

test('what the page says of itself to the outside follows', async () => {
  // As the page comes from the server, in Portuguese.
  const [before = ''] = /<meta name="description"[^>]*>/.exec(page) ?? []
  document.head.insertAdjacentHTML('beforeend', before)
  const shown = () => document.querySelector('meta[name="description"]')?.getAttribute('content')
  expect(shown()).toBe(t('description'))
  await changeLanguage('en-US')
  expect(shown()).toMatch(/^Planning poker, boards and sprints/)
  await changeLanguage('pt-BR')
  expect(shown()).toMatch(/^Planning poker, quadros e sprints/)
})

test('what another tab has kept is shown on the next page', async () => {
  expect(followLanguage()).toBeUndefined()
  localStorage.setItem('rodada.language', 'es-ES')
  await followLanguage()
  expect(t('undo')).toBe('Deshacer')
})

test('dates, numbers, lists and files follow', async () => {
  const afternoon = new Date(2026, 10, 21, 16, 40)
  const shown = () => [
    format.date(afternoon),
    format.time(afternoon),
    format.day('2026-11-13'),
    format.longDay('2026-11-17'),
    format.average('4.5'),
    format.integer(12_345),
    format.list(['Ana', 'Bia', 'Caio']),
    format.isOne(1.5),
    toCsv([['a,b', 1.5]])
      .slice(1)
      .trim(),
  ]
  expect(shown()).toEqual(['21/11/2026', '16:40', '13 nov', '17 de novembro', '4,5', '12.345', 'Ana, Bia e Caio', true, 'a,b;1,5'])
  await changeLanguage('en-US')
  expect(shown().map((text) => String(text).replace('\u202f', ' '))).toEqual([
    '11/21/2026',
    '4:40 PM',
    'Nov 13',
    'November 17',
    '4.5',
    '12,345',
    'Ana, Bia, and Caio',
    'false',
    '"a,b",1.5',
  ])
  await changeLanguage('es-ES')
  expect(shown()).toEqual(['21/11/2026', '16:40', '13 nov', '17 de noviembre', '4,5', '12.345', 'Ana, Bia y Caio', false, 'a,b;1,5'])
})

test('points are counted and written as each language does', async () => {
  const said = () => [0, 1, 1.5, 2.5, 12_500].map((points) => format.points(points))
  expect(said()).toEqual(['0 pontos', '1 ponto', '1,5 ponto', '2,5 pontos', '12.500 pontos'])
  await changeLanguage('en-US')
  expect(said()).toEqual(['0 points', '1 point', '1.5 points', '2.5 points', '12,500 points'])
  await changeLanguage('es-ES')
  expect(said()).toEqual(['0 puntos', '1 punto', '1,5 puntos', '2,5 puntos', '12.500 puntos'])
})

test('what is made for a language is made once, and again for the next', async () => {
  const make = vi.fn((language: string) => language)
  const made = perLanguage(make)
  expect([made(), made()]).toEqual(['pt-BR', 'pt-BR'])
  await changeLanguage('en-US')
  expect([made(), make.mock.calls.length]).toEqual(['en-US', 2])
})
