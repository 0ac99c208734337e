import { expect, test } from 'vitest'
import { loadTexts } from '../../i18n/index.ts'
import { closeness, type Entry, inOrder, matching, moveTo } from './entries.ts'
import { operatorEntries, searchable, valueEntries } from './suggestions.ts'

const entry = (group: Entry['group'], title: string): Entry => ({ key: title, group, title, act: { kind: 'write', text: '' } })

test('the first letters of anything lead to it, before what only holds them', () => {
  const all = [entry('board', 'Rede móvel'), entry('page', 'Aparência'), entry('onCard', 'Mover para…'), entry('card', 'Remover o banner')]
  const titles = (text: string) => inOrder(all, text).map(({ title }) => title)
  expect(titles('mov').at(0)).toBe('Mover para…')
  expect(titles('apa').at(0)).toBe('Aparência')
  expect(titles('rem').at(0)).toBe('Remover o banner')
  const found = [entry('card', 'Conciliação do Pix'), entry('card', 'Dito'), entry('card', 'Pix parcelado')]
  expect(inOrder(found, 'pix').map(({ title }) => title)).toEqual(['Pix parcelado', 'Conciliação do Pix', 'Dito'])
  expect(titles('').at(0), 'what can be done with the card in sight').toBe('Mover para…')
})

test('words match by their beginnings, accents and capitals aside, the closest first', () => {
  expect(closeness('Configurações: Aparência', 'CONF')).toBe(4)
  expect(closeness('Configurações: Aparência', 'apar')).toBe(3)
  expect(closeness('Configurações: Aparência', 'conf apa')).toBe(2)
  expect(closeness('Configurações: Aparência', 'ura')).toBe(1)
  expect(closeness('Configurações: Aparência', 'xis')).toBe(0)
  const entries = [entry('page', 'Painel'), entry('page', 'Ir ao painel'), entry('page', 'Quadros')]
  expect(matching(entries, 'pai', 5).map(({ title }) => title)).toEqual(['Painel', 'Ir ao painel'])
  expect(matching(entries, 'pai', 1)).toHaveLength(1)
})

test('operators are offered by their first letters, and values once one stands there', async () => {
  await loadTexts('palette')
  const written = (entries: Entry[]) => entries.map(({ act }) => (act.kind === 'write' ? act.text : ''))
  expect(written(operatorEntries(''))).toEqual(['de:', 'em:', 'etiqueta:', 'prazo<', 'status:', 'prioridade:', 'é:'])
  expect(written(operatorEntries('pix et'))).toEqual(['pix etiqueta:'])
  expect(operatorEntries('pix')).toEqual([])
  const names = { persons: ['Ana Lima', 'Bia'], places: ['Checkout'], labels: ['Front-end', 'Para já'] }
  expect(written(valueEntries('pix de:', names))).toEqual(['pix de:eu ', 'pix de:"Ana Lima" ', 'pix de:Bia '])
  expect(written(valueEntries('pix de:li', names))).toEqual(['pix de:"Ana Lima" '])
  expect(written(valueEntries('em:ch', names))).toEqual(['em:Checkout '])
  expect(written(valueEntries('etiqueta:par', names))).toEqual(['etiqueta:"Para já" '])
  expect(written(valueEntries('prazo>', names))).toEqual(['prazo>hoje ', 'prazo>amanhã ', 'prazo>+7 '])
  expect(written(valueEntries('é:atr', names))).toEqual(['é:atrasado '])
  expect(valueEntries('de:Bia pix', names)).toEqual([])
})

test('an operator without its value is not searched for', () => {
  expect(searchable('pix de:')).toBe('pix')
  expect(searchable('de:"Ana Lima"  pix prazo<')).toBe('de:"Ana Lima" pix')
})

test('arrows go round, other keys are left alone', () => {
  expect(moveTo('ArrowDown', 0, 3)).toBe(1)
  expect(moveTo('ArrowDown', 2, 3)).toBe(0)
  expect(moveTo('ArrowUp', 0, 3)).toBe(2)
  expect(moveTo('PageDown', 1, 3)).toBe(2)
  expect(moveTo('PageUp', 2, 3)).toBe(0)
  expect(moveTo('Home', 2, 3)).toBeNull()
  expect(moveTo('ArrowDown', 0, 0)).toBeNull()
})
