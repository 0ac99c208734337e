/** Texts for two people who wrote the same thing at once. */
export const conflict = {
  title: {
    title: 'O título mudou enquanto você editava',
    description: 'A descrição mudou enquanto você editava',
    list: 'O nome da lista mudou enquanto você editava',
    notes: 'As observações mudaram enquanto você editava',
    column: 'O nome da coluna mudou enquanto você editava',
    checklist: 'O título da checklist mudou enquanto você editava',
    item: 'O texto do item mudou enquanto você editava',
    label: 'O nome da etiqueta mudou enquanto você editava',
  },
  text: 'Nada se perdeu: escolha qual fica ou junte as duas.',
  textOneLine: 'Nada se perdeu: escolha qual fica ou escreva outra.',
  theirsUnknown: 'De outra pessoa',
  theirs: 'De {{name}}',
  mine: 'A sua',
  empty: '(vazio)',
  keepMine: 'Ficar com a minha',
  useTheirs: 'Usar a outra',
  edit: 'Editar',
  save: 'Salvar',
  merge: 'Juntar as duas',
} as const
