import { expect, test } from 'vitest'
import { textsIn } from './all-texts.ts'

/** Endings that no Portuguese word has without its accent: 'permissao', 'notificacoes', 'disponivel', 'usuario', 'sequencia'. */
const endings = /^[a-z]*(?:cao|coes|sao|soes|ivel|iveis|avel|aveis|ario|arios|orio|orios|encia|encias|ancia|ancias|agil|ageis)$/
/** Words of these screens that are wrong without their accent, beyond those that end so. */
const words =
  /^(?:nao|voce|voces|tambem|ate|ja|alguem|ninguem|porem|so|sera|serao|estao|ha|tres|mes|invalid[oa]s?|valid[oa]s?|codigos?|paginas?|titulos?|numeros?|historico|ultim[oa]s?|proxim[oa]s?|public[oa]s?|unic[oa]s?|rapid[oa]s?|area|areas|inicio|endereco|grafico|medio|automatic[oa]|portugues|ingles|conteudo|saida)$/
/**
 * What a thing must not be called; its one name stands in the glossary (docs/decisions/0036). 'Excluir' is for things, 'remover' for
 * people who leave something, 'tirar' takes a thing out of a place without deleting it.
 */
const otherNames =
  /(?<!\p{L})(?:cards?|boards?|listas? de verificação|tickets?|demandas?|usuári[oa]s?|dashboards?|tags?|labels?|deadlines?|emails?|delet\p{L}*|apag\p{L}*|finaliz\p{L}*|remov\p{L}*)(?!\p{L})/iu
/** The sentences that the specification quotes with other words, which stay; and the one of people, who are removed. */
const quoted = new Set([
  'Erro ao atualizar card',
  'Erro ao excluir card',
  'Erro ao mover card',
  'Erro ao criar card',
  'Erro ao carregar boards: {{detail}}',
  'Erro ao carregar board da sprint',
  'Dados do usuário não encontrados',
  'Usuário não autenticado',
  'Usuário não encontrado',
  'Email é obrigatório',
  'Email inválido',
  'Por favor, digite um email válido',
  'Erro ao remover membro',
  'Tem certeza que deseja remover este membro do quadro?',
  'Remover',
  'Remover {{name}}',
  'Remover {{name}}? O voto sai junto.',
])

/** The same thing in each language: where the Portuguese text names it, the others name it so too. */
const glossary = [
  { pt: /cartão|cartões/i, en: /\bcards?\b/i, es: /\b(sub)?tarjetas?\b/i },
  { pt: /\bquadros?\b/i, en: /\bboards?\b/i, es: /\btableros?\b/i },
  { pt: /\btarefas?\b/i, en: /\btasks?\b/i, es: /\btareas?\b/i },
  { pt: /\bsprints?\b/i, en: /\bsprints?\b/i, es: /\bsprints?\b/i },
  { pt: /\betiquetas?\b/i, en: /\blabels?\b/i, es: /\betiquetas?\b/i },
  { pt: /\bcolunas?\b/i, en: /\bcolumns?\b/i, es: /\bcolumnas?\b/i },
  { pt: /\blistas?\b/i, en: /\blists?\b/i, es: /\blistas?\b/i },
  { pt: /\bsalas?\b/i, en: /\brooms?\b/i, es: /\bsalas?\b/i },
  { pt: /\bpainel\b/i, en: /\bdashboards?\b/i, es: /\bpanel\b/i },
] as const

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

const bare = (text: string | undefined): string => (text ?? '').replace(/{{[^}]+}}/g, '')

test('a thing has one name on every screen', async () => {
  const wrong = [...(await textsIn('pt-BR'))].filter(([, text]) => !quoted.has(text) && otherNames.test(bare(text)))
  expect(wrong).toEqual([])
})

test('a board has lists, a sprint has columns', async () => {
  const wrong = [...(await textsIn('pt-BR'))].filter(
    ([key, text]) => /^(?:boards|boardDialogs|card)\./.test(key) && /\bcolunas?\b/i.test(bare(text)),
  )
  expect(wrong).toEqual([])
})

test('the other languages name a thing as the glossary does', async () => {
  const [portuguese, english, spanish] = [await textsIn('pt-BR'), await textsIn('en-US'), await textsIn('es-ES')]
  const wrong = [...portuguese].flatMap(([key, text]) =>
    glossary
      .filter(({ pt }) => pt.test(bare(text)))
      .filter(({ en, es }) => !en.test(bare(english.get(key))) || !es.test(bare(spanish.get(key))))
      .map(({ pt }) => [key, String(pt), text, english.get(key), spanish.get(key)]),
  )
  expect(wrong).toEqual([])
})
