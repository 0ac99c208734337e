import { createContext, use } from 'react'

export const noNews: ReadonlySet<number> = new Set()

/** The cards of the board that others changed since the person's last visit. */
export const NewsContext = createContext(noNews)
export const useIsNews = (cardId: number): boolean => use(NewsContext).has(cardId)
