import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

/**
 * What the server says by itself (emails, Slack, push, start-up messages, the API's description, the demo) is not in a catalogue.
 * So every sentence of the sources is looked at; what stands in the catalogues, `packages/web/src/i18n/spelling.test.ts` reads.
 */
const root = join(import.meta.dirname, '../../..')
const folders = ['packages/server/src', 'packages/contract/src', 'scripts', 'packages/web/src']
/** Words without accents on purpose (what people write is compared so), and the other languages. */
const others = /\.test\.tsx?$|status-policy\.ts$|label-words\.ts$|translations\/|i18n\/(?:en-us|es-es)\/|migrations\//

/** Words that neither Portuguese without its accent nor Spanish and English have otherwise. */
const misspelt =
  /(?<![\p{L}\d_./=?&:@-])(?:nao|voce|voces|tambem|alguem|ninguem|porem|estao|serao|invalid[oa]s?|codigos?|paginas?|titulos?|numeros?|historico|ultim[oa]s?|proxim[oa]s?|rapid[oa]s?|inicio|endereco|grafico|portugues|conteudo|usuarios?|[a-z]+(?:cao|coes|soes|aveis|iveis|encias|issao|essao|isao))(?![\p{L}\d_./=@-])/iu
/** A Portuguese sentence that gives a thing another name than the glossary (docs/decisions/0036). */
const otherNames =
  /(?<!\p{L})(?:cards?|boards?|usuári[oa]s?|apag(?:ar|ou|ad[oa]s?|ue)|finaliz(?:ar|ou|ad[oa]s?)|deletar?|emails?)(?!\p{L})/iu
const portuguese = /[ãõ]|ção|ções|(?<!\p{L})(?:não|você|em|concluíd[oa]s?|foi|uma|com|para)(?!\p{L})/iu
/** The specification's own sentences, which stay, and the one about the user of a database. */
const quoted = new Set([
  'Por favor, digite um email válido',
  'Email inválido',
  'Email é obrigatório',
  'Usuário não encontrado',
  '). Confira usuário, senha e nome do banco em DATABASE_URL.',
])

const files = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /\.tsx?$|\.mjs$/.test(name) && !others.test(name))

/** The texts of a file that have more than one word: a lone word may be a key. */
function sentencesOf(file: string): string[] {
  const sentences: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node))
      if (/\p{L}\s+\p{L}/u.test(node.text)) sentences.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest))
  return sentences
}
const wrongIn = (list: readonly string[], isWrong: (sentence: string) => boolean): string[] =>
  list.flatMap((file) =>
    sentencesOf(file)
      .filter(isWrong)
      .map((sentence) => `${file}: ${sentence}`),
  )

test('what the program writes in Portuguese carries its accents', () => {
  expect(misspelt.test('sem permissao para isso')).toBe(true)
  expect(wrongIn(folders.flatMap(files), (sentence) => misspelt.test(sentence))).toEqual([])
})

test('what the server writes in Portuguese calls a thing by its one name', () => {
  const server = ['packages/server/src', 'packages/contract/src', 'scripts'].flatMap(files)
  const isWrong = (sentence: string) =>
    portuguese.test(sentence) && otherNames.test(sentence.replaceAll(/`[^`]*`/g, ' ')) && !quoted.has(sentence)
  expect(wrongIn(server, isWrong)).toEqual([])
})

test('the documentation carries its accents', () => {
  const docs = [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    ...readdirSync(join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`),
  ]
  const wrong = docs.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .replaceAll(/```[\s\S]*?```|`[^`]*`|\]\([^)]*\)/g, ' ')
      .split('\n')
      .filter((line) => misspelt.test(line))
      .map((line) => `${file}: ${line}`),
  )
  expect(wrong).toEqual([])
})
