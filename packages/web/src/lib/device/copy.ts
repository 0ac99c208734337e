/** Copies a text. Where the clipboard is not allowed (plain http in a local network), a hidden text area does it; false when both fail. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByTextArea(text)
  }
}

function copyByTextArea(text: string): boolean {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.setAttribute('readonly', '')
  area.style.cssText = 'position:fixed;top:0;left:0;opacity:0'
  // Inside an open dialog: what stands outside of it is inert and cannot be selected.
  const parent = (focused instanceof Element && focused.closest('dialog, [role="dialog"]')) || document.body
  parent.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}
