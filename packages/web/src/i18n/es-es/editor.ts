import type { Texts } from '../catalogue.ts'
import type { editor as original } from '../pt-br/editor.ts'

/** Texts of the field that descriptions are written in. */
export const editor: Texts<typeof original> = {
  tools: 'Formato',
  bold: 'Negrita (Ctrl+B)',
  italic: 'Cursiva (Ctrl+I)',
  heading: 'Título',
  link: 'Enlace (Ctrl+K)',
  list: 'Lista',
  tasks: 'Lista de tareas',
  quote: 'Cita',
  code: 'Código',
  block: 'Bloque de código',
  table: 'Tabla',
  image: 'Imagen',
  /** In place of a picture that is on its way. */
  sending: 'enviando',
  words: { text: 'texto', column: 'Columna', cell: 'valor' },
}
