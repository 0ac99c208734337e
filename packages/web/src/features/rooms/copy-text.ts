/**
 * Puts a text on the clipboard and says whether it is there. Where the clipboard's interface is missing or refused
 * (plain http, an old browser), a hidden text area is copied instead.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyFromTextArea(text)
  }
}

function copyFromTextArea(text: string): boolean {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.setAttribute('aria-hidden', 'true')
  area.style.cssText = 'position:fixed;opacity:0'
  // Inside an open dialog, or the dialog would take the focus back before the copy.
  const parent = focused?.closest('dialog, [role="dialog"]') ?? document.body
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
