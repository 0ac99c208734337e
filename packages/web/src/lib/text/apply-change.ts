/** What is put in place of a stretch of a text, and what is selected after. Places are indexes of code units. */
export type TextChange = { from: number; to: number; text: string; select: readonly [number, number] }
/** A text with what is selected in it. */
export type Selected = { value: string; start: number; end: number }

/** Changes a field as typing would: the browser's own undo takes it back. */
export function applyChange(field: HTMLTextAreaElement | HTMLInputElement, { from, to, text, select }: TextChange): void {
  field.focus()
  field.setSelectionRange(from, to)
  // Old and marked as such, and the only way into the undo of a field that browsers have.
  const done = text === '' ? from === to || document.execCommand('delete') : document.execCommand('insertText', false, text)
  if (!done) {
    field.setRangeText(text, from, to, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  field.setSelectionRange(...select)
}

export const selectedIn = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected => ({
  value,
  start: selectionStart,
  end: selectionEnd,
})
