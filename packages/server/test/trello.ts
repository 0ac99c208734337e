/** A board as Trello exports it, small and made up, with one of everything that an export has. */

let made = 0
/** An id as Trello gives them: its first eight digits are the second in which it was made. */
const idAt = (at: string): string =>
  Math.floor(Date.parse(at) / 1000)
    .toString(16)
    .padStart(8, '0') + (made++).toString(16).padStart(16, '0')

export function trelloBoard() {
  const board = idAt('2026-01-05T12:00:00.000Z')
  const [bia, jonas] = [
    { id: idAt('2026-01-01T12:00:00.000Z'), fullName: 'Bia Nogueira', username: 'bianogueira' },
    { id: idAt('2026-01-01T12:00:01.000Z'), fullName: 'Jonas Dev', username: 'jonas.dev' },
  ] as const
  const list = (name: string, pos: number, closed = false) => ({ id: idAt('2026-01-05T12:00:00.000Z'), idBoard: board, name, pos, closed })
  const [ideas, doing, done, old] = [
    list('Ideias', 100),
    list('Fazendo', 300),
    list('Concluído', 200),
    list('Velharias', 400, true),
  ] as const
  const labels = [
    { id: idAt('2026-01-05T12:00:00.000Z'), idBoard: board, name: 'Urgente', color: 'red_dark' },
    { id: idAt('2026-01-05T12:00:00.000Z'), idBoard: board, name: '', color: 'green' },
  ]
  const [value, canal] = [
    {
      id: idAt('2026-01-05T12:00:00.000Z'),
      idModel: board,
      modelType: 'board',
      name: 'Valor',
      type: 'number',
      pos: 1,
      display: { cardFront: true },
    },
    {
      ...{ id: idAt('2026-01-05T12:00:00.000Z'), idModel: board, modelType: 'board', name: 'Canal', type: 'list', pos: 2 },
      ...{
        display: { cardFront: false },
        options: [{ id: idAt('2026-01-05T12:00:00.000Z'), value: { text: 'Loja' }, color: 'blue', pos: 1 }],
      },
    },
  ] as const
  const card = (name: string, idList: string, more: object = {}) => ({
    ...{ id: idAt('2026-02-01T12:00:00.000Z'), name, idList, idBoard: board, desc: '', closed: false, pos: 16384, due: null, start: null },
    ...{
      dueComplete: false,
      idMembers: [] as string[],
      idLabels: [] as string[],
      customFieldItems: [],
      attachments: [],
      badges: { comments: 0 },
    },
    ...{ dateLastActivity: '2026-03-01T12:00:00.000Z', ...more },
  })
  const pix = card('Pagar com Pix', done.id, {
    ...{ desc: '**Como** o Pix é pago\n\n<script>alert(1)</script>', start: '2026-03-01T15:00:00.000Z', due: '2026-03-10T15:00:00.000Z' },
    ...{ idMembers: [bia.id, jonas.id], idLabels: labels.map(({ id }) => id), badges: { comments: 2 } },
    customFieldItems: [
      { id: idAt('2026-02-01T12:00:00.000Z'), idCustomField: value.id, value: { number: '12.5' } },
      { id: idAt('2026-02-01T12:00:00.000Z'), idCustomField: canal.id, idValue: canal.options[0]?.id, value: null },
    ],
    attachments: [
      {
        ...{ id: idAt('2026-02-02T12:00:00.000Z'), name: 'tela.png', url: 'https://trello.com/1/cards/x/attachments/y/download/tela.png' },
        ...{ isUpload: true, bytes: 1234, date: '2026-02-02T12:00:00.000Z', idMember: bia.id },
      },
      { id: idAt('2026-02-02T12:00:00.000Z'), name: 'mal', url: 'javascript:alert(1)', isUpload: false, date: '2026-02-02T12:00:00.000Z' },
    ],
  })
  const formula = card('=HYPERLINK("http://mal","clique")', ideas.id, { pos: 2000 })
  const first = card('Primeira ideia', ideas.id, { pos: 1000 })
  const archived = card('Guardada', ideas.id, { closed: true, pos: 3000 })
  const inOld = card('Da lista velha', old.id)
  const action = (type: string, date: string, data: object, by: { id: string } = bia) => ({
    ...{ id: idAt(date), idMemberCreator: by.id, memberCreator: by, type, date, data },
  })
  const inCard = { board: { id: board }, card: { id: pix.id, name: pix.name } }
  return {
    ids: { bia: bia.id, jonas: jonas.id, pix: pix.id },
    export: {
      ...{ id: board, name: 'Checkout', desc: 'Tudo do checkout', closed: false, url: 'https://trello.com/b/x' },
      actions: [
        action('updateCard', '2026-03-08T12:00:00.000Z', { ...inCard, listBefore: doing, listAfter: done, old: { idList: doing.id } }),
        action('commentCard', '2026-03-02T12:00:00.000Z', { ...inCard, text: '=1+1 foi o **Jonas**' }, jonas),
        action('commentCard', '2026-03-01T12:00:00.000Z', { ...inCard, text: 'Vamos?' }),
        action(
          'updateCard',
          '2026-02-20T12:00:00.000Z',
          { ...inCard, listBefore: ideas, listAfter: doing, old: { idList: ideas.id } },
          jonas,
        ),
        action('createCard', '2026-02-01T12:00:00.000Z', { ...inCard, list: ideas }),
      ],
      cards: [pix, formula, first, archived, inOld],
      labels,
      lists: [ideas, doing, done, old],
      members: [bia, jonas],
      checklists: [
        {
          ...{ id: idAt('2026-02-03T12:00:00.000Z'), idCard: pix.id, idBoard: board, name: 'Pronto quando', pos: 1 },
          checkItems: [
            { id: idAt('2026-02-03T12:00:00.000Z'), name: 'Segundo', state: 'incomplete', pos: 20 },
            { id: idAt('2026-02-03T12:00:00.000Z'), name: 'Primeiro', state: 'complete', pos: 10 },
          ],
        },
      ],
      customFields: [value, canal],
      pluginData: [{ id: 'p' }],
    },
  }
}

/** As many cards as wanted in one list, each with a comment. */
export function manyTrelloCards(count: number) {
  const [board, list] = [idAt('2026-01-05T12:00:00.000Z'), idAt('2026-01-05T12:00:00.000Z')]
  const ids = Array.from({ length: count }, () => idAt('2026-02-01T12:00:00.000Z'))
  return {
    ...{ id: board, name: 'Muitos', desc: '', closed: false },
    actions: ids.map((id, index) => ({
      ...{ id: idAt('2026-03-01T12:00:00.000Z'), type: 'commentCard', date: '2026-03-01T12:00:00.000Z' },
      data: { card: { id }, board: { id: board }, text: `Comentário de ${index}` },
    })),
    cards: ids.map((id, index) => ({ id, idList: list, name: `Cartão ${index}`, desc: 'Um texto', pos: index, closed: false })),
    lists: [{ id: list, name: 'Ideias', pos: 1, closed: false }],
  }
}
