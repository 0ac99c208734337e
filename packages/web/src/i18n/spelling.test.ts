import { expect, test } from 'vitest'
import { textsIn } from './all-texts.ts'

/** Endings that no Portuguese word has without its accent: 'permissao', 'notificacoes', 'disponivel', 'usuario', 'sequencia'. */
const endings = /^[a-z]*(?:cao|coes|sao|soes|ivel|iveis|avel|aveis|ario|arios|orio|orios|encia|encias|ancia|ancias|agil|ageis)$/
/** Words of these screens that are wrong without their accent, beyond those that end so. */
const words =
  /^(?:nao|voce|voces|tambem|ate|ja|alguem|ninguem|porem|so|sera|serao|estao|ha|tres|mes|invalid[oa]s?|valid[oa]s?|codigos?|paginas?|titulos?|numeros?|historico|ultim[oa]s?|proxim[oa]s?|public[oa]s?|unic[oa]s?|rapid[oa]s?|area|areas|inicio|endereco|grafico|medio|automatic[oa]|portugues|ingles|conteudo|saida)$/
/** The one name of a thing, and what it must not be called. The specification quotes a few sentences with other words, which stay. */
const otherNames = /\b(?:cards?|boards?|listas? de verificação|tickets?|demandas?)\b/i
const quoted = new Set([
  'Erro ao atualizar card',
  'Erro ao excluir card',
  'Erro ao mover card',
  'Erro ao criar card',
  'Erro ao carregar boards: {{detail}}',
  'Erro ao carregar board da sprint',
])

const isMisspelt = (word: string): boolean => words.test(word) || endings.test(word)
const wordsOf = (text: string): string[] =>
  text
    .replace(/{{[^}]+}}|<\/?\w+>|\S+@\S+|https?:\S+/g, ' ')
    .toLowerCase()
    .match(/\p{L}+/gu) ?? []

test('the check of accents notices a word without its accent', () => {
  expect(wordsOf('Token expirado ou invalido, sem permissao').filter(isMisspelt)).toEqual(['invalido', 'permissao'])
})

test('every Portuguese text carries its accents', async () => {
  const wrong = [...(await textsIn('pt-BR'))].flatMap(([key, text]) =>
    wordsOf(text)
      .filter(isMisspelt)
      .map((word) => `${key}: ${word} in '${text}'`),
  )
  expect(wrong).toEqual([])
})

test('a thing has one name on every screen', async () => {
  const wrong = [...(await textsIn('pt-BR'))].filter(([, text]) => !quoted.has(text) && otherNames.test(text.replace(/{{[^}]+}}/g, '')))
  expect(wrong).toEqual([])
})
