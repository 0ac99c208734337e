import { expect, test } from 'vitest'
import { markFound, normalize } from './normalize.ts'

test('accents and capitals make no difference', () => {
  expect(normalize('Aplicação do CAFÉ')).toBe('aplicacao do cafe')
})

const marked = (text: string, query: string) =>
  markFound(text, query)
    .map((part) => (part.found ? `[${part.text}]` : part.text))
    .join('')

test.each([
  ['Ações de fim de ano', 'acoes', '[Ações] de fim de ano'],
  ['Ações de fim de ano', ' DE ', 'Ações [de] fim [de] ano'],
  ['Infraestrutura', 'xyz', 'Infraestrutura'],
  ['Infraestrutura', '', 'Infraestrutura'],
  ['Acao\u0303', 'acao', '[Acao\u0303]'],
  ['👩‍🚀 Órbita', 'orb', '👩‍🚀 [Órb]ita'],
])('in %j a search for %j finds %j', (text, query, expected) => {
  expect(marked(text, query)).toBe(expected)
})

test('the parts together are the text, whatever is searched for', () => {
  for (const query of ['a', 'ã', 'aa', ' ', 'o d', 'İ'])
    expect(
      markFound('Ação da İzmir aa AÃO', query)
        .map(({ text }) => text)
        .join(''),
    ).toBe('Ação da İzmir aa AÃO')
})
