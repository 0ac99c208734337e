import { expect, test } from 'vitest'
import { changedSettings, meetSettings, type Settings } from './board-settings.ts'

const base: Settings = {
  title: 'Checkout',
  description: 'Do time',
  color: '#266fb8',
  is_public: false,
  deck: null,
  key_prefix: 'CHE',
  auto_sprint: false,
}

test('only what the person changed is sent', () => {
  expect(changedSettings({ ...base, title: ' Checkout ' }, base)).toEqual({})
  expect(changedSettings({ ...base, color: '#ba5314', is_public: true }, base)).toEqual({ color: '#ba5314', is_public: true })
})

test('two people who change different things of a board both keep theirs', () => {
  const met = meetSettings({ ...base, title: 'Pagamentos' }, base, { ...base, color: '#ba5314', is_public: true })
  expect(met).toEqual({ form: { ...base, title: 'Pagamentos', color: '#ba5314', is_public: true }, clashes: [] })
})

test('what both made something else of is a clash and stays as it was written; what both made the same of is none', () => {
  const mine = { ...base, title: 'Pagamentos', description: 'Igual' }
  const met = meetSettings(mine, base, { ...base, title: 'Caixa', description: 'Igual ' })
  expect(met.clashes).toEqual(['title'])
  expect(met.form).toEqual(mine)
})
