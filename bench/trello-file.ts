import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** An id as Trello gives them: the second in which it was made, and a number. */
const idOf = (kind: number, index: number): string => `65a00000${kind.toString(16)}${index.toString(16).padStart(15, '0')}`
const lists = 6
const words = [
  'pagamento',
  'boleto',
  'fatura',
  'cliente',
  'prazo',
  'entrega',
  'revisão',
  'erro',
  'relatório',
  'acordo',
  'produção',
  'teste',
]

/** So many letters of text, another for each number. */
function prose(seed: number, letters: number): string {
  const parts: string[] = []
  for (let length = 0, at = seed; length < letters; at = (at * 31 + 7) % 1009) {
    const word = words[at % words.length] ?? ''
    parts.push(word)
    length += word.length + 1
  }
  return parts.join(' ')
}

/**
 * Writes a board as Trello exports it: comments before the cards, checklists behind them. Each card has a description, two comments, a change of lists
 * and a checklist, some 5.5 KB together.
 */
export async function writeTrelloFile(path: string, cards: number): Promise<void> {
  await pipeline(Readable.from(pieces(cards)), createWriteStream(path))
}

function* pieces(cards: number): Generator<string> {
  const list = (index: number) => ({ id: idOf(1, index), name: `Lista ${index + 1}`, pos: index + 1, closed: false })
  const listed = function* (count: number, thing: (index: number) => object): Generator<string> {
    for (let index = 0; index < count; index++) yield `${index > 0 ? ',' : ''}\n${JSON.stringify(thing(index))}`
  }
  const member = { id: idOf(3, 0), fullName: 'Bia Nogueira', username: 'bia' }
  yield `{"id":${JSON.stringify(idOf(0, 0))},"name":"Medido","desc":"","closed":false,"actions":[`
  yield* listed(cards * 3, (index) => {
    const card = { id: idOf(2, Math.floor(index / 3)) }
    const common = { id: idOf(4, index), idMemberCreator: member.id, memberCreator: member, date: '2026-03-01T12:00:00.000Z' }
    if (index % 3 < 2) return { ...common, type: 'commentCard', data: { card, text: prose(index, 700) } }
    const [listBefore, listAfter] = [list(0), list(index % lists)]
    return { ...common, type: 'updateCard', data: { card, listBefore, listAfter, old: { idList: listBefore.id } } }
  })
  yield '],"cards":['
  yield* listed(cards, (index) => ({
    ...{ id: idOf(2, index), idList: idOf(1, index % lists), name: `Cartão ${index}: ${prose(index, 40)}`, desc: prose(index, 1950) },
    ...{ closed: false, pos: index + 1, due: '2026-05-10T15:00:00.000Z', idMembers: [member.id], idLabels: [idOf(5, index % 10)] },
    ...{ badges: { comments: 2 }, dateLastActivity: '2026-03-01T12:00:00.000Z' },
  }))
  yield '],"labels":['
  yield* listed(10, (index) => ({ id: idOf(5, index), name: `Etiqueta ${index}`, color: 'green' }))
  yield '],"lists":['
  yield* listed(lists, list)
  yield `],"members":[${JSON.stringify(member)}],"checklists":[`
  yield* listed(cards, (index) => ({
    ...{ id: idOf(6, index), idCard: idOf(2, index), name: 'Pronto quando', pos: 1 },
    checkItems: [0, 1, 2].map((item) => ({
      ...{ id: idOf(7, index * 3 + item), name: prose(index + item, 50), state: item === 0 ? 'complete' : 'incomplete', pos: item + 1 },
    })),
  }))
  yield ']}\n'
}
