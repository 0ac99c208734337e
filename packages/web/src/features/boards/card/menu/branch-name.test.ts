import { keysIn } from '@rodada/contract/cards/keys'
import { expect, test } from 'vitest'
import { branchName } from './branch-name.ts'

test.each([
  ['Pix parcelado: mostrar simulação', 'pag-42-pix-parcelado-mostrar-simulacao'],
  ['Ação & reação (2ª etapa)', 'pag-42-acao-reacao-2-etapa'],
  ['日本語', 'pag-42'],
  ['palavra '.repeat(20), 'pag-42-palavra-palavra-palavra-palavra-palavra-palavra'],
  ['x'.repeat(200), 'pag-42'],
])('%s becomes %s, which names the card', (title, name) => {
  expect(branchName({ key: 'PAG-42', title })).toBe(name)
  expect(keysIn(name)).toContainEqual({ prefix: 'PAG', number: 42 })
})
