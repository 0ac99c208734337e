import { type Language, pickLanguage } from '@rodada/contract/core/languages'

/** How much of the header is read: longer ones are not from a browser. */
const longestHeader = 200

/** The language that an Accept-Language header asks for: 'es-MX,es;q=0.9,en;q=0.8' → 'es-ES'. */
export function languageFromHeader(header: string | undefined): Language {
  const wanted = (header ?? '')
    .slice(0, longestHeader)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1]).find(Boolean)
      return { tag, weight: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ weight }) => weight > 0)
  return pickLanguage(wanted.sort((a, b) => b.weight - a.weight).map(({ tag }) => tag))
}
