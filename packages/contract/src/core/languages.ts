/** The languages that the site, the server's texts and the mails speak. The first is what nobody has to choose. */
export const languages = ['pt-BR', 'en-US', 'es-ES'] as const
export type Language = (typeof languages)[number]

/** The language of a stored or claimed value, or undefined when it is none of ours. */
export const findLanguage = (value: unknown): Language | undefined => languages.find((language) => language === value)

/** The first of somebody's preferences (BCP 47 tags, best first) that there is: 'es-MX' is content with es-ES. */
export function pickLanguage(preferences: readonly string[]): Language {
  for (const preference of preferences) {
    const wanted = preference.trim().toLowerCase()
    const found = languages.find((language) => language.slice(0, 2) === wanted.split('-', 1)[0])
    if (found) return found
  }
  return languages[0]
}
