import type { Texts } from '../catalogue.ts'
import type { editor as original } from '../pt-br/editor.ts'

/** Texts of the field that descriptions are written in. */
export const editor: Texts<typeof original> = {
  tools: 'Formatting',
  bold: 'Bold (Ctrl+B)',
  italic: 'Italic (Ctrl+I)',
  heading: 'Heading',
  link: 'Link (Ctrl+K)',
  list: 'List',
  tasks: 'Task list',
  quote: 'Quote',
  code: 'Code',
  block: 'Code block',
  table: 'Table',
  image: 'Picture',
  /** In place of a picture that is on its way. */
  sending: 'sending',
  words: { text: 'text', column: 'Column', cell: 'value' },
}
