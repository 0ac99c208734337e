/** A board as the API of Planka answers it, small and made up, with one of everything that it has. `version` 1 keeps some of it otherwise. */
export function plankaBoard(version: 1 | 2 = 2) {
  const at = (day: number) => `2026-02-${String(day).padStart(2, '0')}T12:00:00.000Z`
  const list = (id: string, name: string | null, position: number | null, type: string) => ({
    ...{ id, boardId: '9', name, position, createdAt: at(1) },
    ...(version === 2 && { type }),
  })
  const card = (id: string, listId: string, name: string, position: number, more: object = {}) => ({
    ...{ id, boardId: '9', listId, name, position, description: null, dueDate: null, createdAt: at(1), creatorUserId: '1', ...more },
  })
  const pix = card('21', '12', 'Pagar com Pix', 2, {
    ...{ description: '**Como**\n\n<script>alert(1)</script>', dueDate: '2026-03-10T15:00:00.000Z', isDueCompleted: true },
    ...(version === 2 && { startDate: '2026-03-01T15:00:00.000Z', commentsTotal: 2, isClosed: true, listChangedAt: at(20) }),
  })
  const archived = card('24', '13', 'Guardada', 1, { prevListId: '11', listChangedAt: at(21) })
  const tasks = [
    { id: '51', name: 'Segundo', position: 20, isCompleted: false },
    { id: '52', name: 'Primeiro', position: 10, isCompleted: true },
  ]
  const comments = [
    { id: '71', cardId: '21', userId: '1', createdAt: at(10), updatedAt: null, text: 'Vamos?' },
    { id: '72', cardId: '21', userId: '2', createdAt: at(11), updatedAt: null, text: '=1+1 foi o **Jonas**' },
  ]
  const moves = [
    {
      ...{ id: '81', cardId: '21', userId: '2', type: 'moveCard', createdAt: at(20) },
      data: { fromList: { id: '11', name: 'Ideias', type: 'active' }, toList: { id: '12', name: 'No ar', type: 'closed' } },
    },
    { id: '80', cardId: '21', userId: '1', type: 'createCard', createdAt: at(1), data: { list: { id: '11', name: 'Ideias' } } },
  ]
  const board = {
    item: { id: '9', projectId: '1', name: 'Checkout', position: 1 },
    included: {
      projects: [{ id: '1', name: 'Loja' }],
      users: [
        { id: '1', name: 'Bia Nogueira', username: 'bia', email: 'bia@planka.exemplo' },
        { id: '2', name: 'Jonas Dev', username: 'jonas' },
      ],
      labels: [
        { id: '31', boardId: '9', name: 'Urgente', color: 'berry-red', position: 1 },
        { id: '32', boardId: '9', name: null, color: 'sunny-grass', position: 2 },
      ],
      lists: [
        list('12', 'No ar', 2, 'closed'),
        list('11', 'Ideias', 1, 'active'),
        ...(version === 2 ? [list('13', null, null, 'archive'), list('14', null, null, 'trash')] : []),
      ],
      cards: [pix, card('22', '11', '=HYPERLINK("http://mal","clique")', 2), card('23', '11', 'Primeira ideia', 1)],
      cardMemberships: [{ id: '41', cardId: '21', userId: '2' }],
      cardLabels: [
        { id: '42', cardId: '21', labelId: '31' },
        { id: '43', cardId: '21', labelId: '32' },
      ],
      ...(version === 2
        ? {
            taskLists: [{ id: '50', cardId: '21', name: 'Pronto quando', position: 1 }],
            tasks: tasks.map((task) => ({ ...task, taskListId: '50' })),
            customFieldGroups: [{ id: '60', boardId: '9', name: 'Venda' }],
            customFields: [{ id: '61', customFieldGroupId: '60', name: 'Canal', position: 1, showOnFrontOfCard: true }],
            customFieldValues: [{ id: '62', cardId: '21', customFieldGroupId: '60', customFieldId: '61', content: 'Loja' }],
          }
        : { tasks: tasks.map((task) => ({ ...task, cardId: '21' })) }),
      attachments: [
        version === 2
          ? {
              id: '65',
              cardId: '21',
              type: 'file',
              name: 'tela.png',
              data: { url: 'https://planka.exemplo/attachments/65/download/tela.png', size: 9 },
            }
          : { id: '65', cardId: '21', name: 'tela.png', url: 'https://planka.exemplo/attachments/65/download/tela.png' },
        { id: '66', cardId: '21', type: 'link', name: 'mal', data: { url: 'javascript:alert(1)' } },
      ],
    },
  }
  /** What the API answers of the card, and of the archive. */
  const others =
    version === 2
      ? [
          { items: comments, included: { users: [] } },
          { items: moves, included: {} },
          { items: [archived, card('25', '14', 'No lixo', 1)], included: {} },
        ]
      : [{ items: [...comments.map(({ text, ...rest }) => ({ ...rest, type: 'commentCard', data: { text } })), ...moves] }]
  return { board, whole: [board, ...others] }
}
