/** Whether what stands in an address or a form is percent-encoded UTF-8. */
export function isText(encoded: string): boolean {
  try {
    decodeURIComponent(encoded)
    return true
  } catch {
    return false
  }
}

/**
 * The values that a form (`application/x-www-form-urlencoded`) has under a name, which is of letters. Nothing else is decoded: `URLSearchParams`
 * pays an exception for each piece that is no text, and a megabyte has room for a quarter of a million. @throws URIError when a value is no text
 */
export const formValues = (form: string, name: string): string[] =>
  Array.from(form.matchAll(new RegExp(`(?:^|&)${name}=([^&]*)`, 'g')), ([, value = '']) => decodeURIComponent(value.replaceAll('+', ' ')))
