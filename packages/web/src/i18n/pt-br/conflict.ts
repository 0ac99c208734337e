/** Texts for two people who wrote the same thing at once. */
export const conflict = {
  title: {
    title: 'O título mudou enquanto você editava',
    description: 'A descrição mudou enquanto você editava',
    list: 'O nome da lista mudou enquanto você editava',
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
  merge: 'Juntar as duas',
} as const
