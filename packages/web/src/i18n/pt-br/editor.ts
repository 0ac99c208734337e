/** Texts of the field that descriptions are written in. */
export const editor = {
  tools: 'Formatação',
  bold: 'Negrito (Ctrl+B)',
  italic: 'Itálico (Ctrl+I)',
  heading: 'Título',
  link: 'Link (Ctrl+K)',
  list: 'Lista',
  tasks: 'Lista de tarefas',
  quote: 'Citação',
  code: 'Código',
  block: 'Bloco de código',
  table: 'Tabela',
  image: 'Imagem',
  /** In place of a picture that is on its way. */
  sending: 'enviando',
  words: { text: 'texto', column: 'Coluna', cell: 'valor' },
} as const
