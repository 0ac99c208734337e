import type { Page } from '@playwright/test'
import type { Language } from '@rodada/contract/core/languages'
import { textsIn } from '../../packages/web/src/i18n/all-texts.ts'

/** A template with fewer letters of its own than this, as '{{done}} de {{total}}', tells no language. */
const fewestEmails = 6
const hole = /{{[^}]+}}/g

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** A count is a number; anything may stand for the other holes. */
const patternOf = (template: string): RegExp =>
  new RegExp(
    `^${escaped(template)
      .replaceAll('\\{\\{count\\}\\}', '[\\d.,]+')
      .replaceAll(/\\{\\{.+?\\}\\}/g, '.+')}$`,
    's',
  )
const withoutTags = (text: string): string => text.replace(/<\/?\w+>/g, '').trim()

type Judgement = (text: string) => boolean
/** One for each language: the patterns of all texts are many. */
const judgements = new Map<Language, Promise<Judgement>>()

/** Tells whether a text is one of the Portuguese catalogue that this language does not have as well. */
async function isPortuguese(language: Language): Promise<Judgement> {
  const own = new Set([...(await textsIn(language)).values()].map(withoutTags))
  const foreign = [...(await textsIn('pt-BR')).values()].map(withoutTags).filter((text) => !own.has(text))
  const whole = new Set(foreign)
  const templates = (texts: Iterable<string>) =>
    [...texts]
      .filter((text) => text.includes('{{') && text.replace(hole, '').replace(/[^\p{L}]/gu, '').length >= fewestEmails)
      .map(patternOf)
  const [portuguese, ours] = [templates(foreign), templates(own)]
  return (text) => whole.has(text) || (portuguese.some((one) => one.test(text)) && !ours.some((one) => one.test(text)))
}

/**
 * What a page says in Portuguese to somebody who reads another language: texts on it, and names that are only read aloud.
 * @param written by people, whatever language it looks like
 */
export async function portugueseOn(page: Page, language: Language, written: readonly string[] = []): Promise<string[]> {
  const said = await page.evaluate(() => {
    const found = new Set<string>([document.title])
    for (const element of document.body.querySelectorAll('*')) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) found.add(node.textContent?.trim() ?? '')
      for (const name of ['aria-label', 'aria-description', 'aria-roledescription', 'placeholder', 'title', 'alt'])
        found.add(element.getAttribute(name)?.trim() ?? '')
    }
    return [...found].filter(Boolean)
  })
  const judgement = judgements.get(language) ?? isPortuguese(language)
  judgements.set(language, judgement)
  const isForeign = await judgement
  return said.filter((text) => !written.includes(text) && isForeign(text))
}
