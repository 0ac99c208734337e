import { findLanguage, type Language, languages } from '@rodada/contract/core/languages'

/** A vote that ended, as numbers. */
type Vote = { card: string; estimate: number; average: number | null; votes: number }

/** Messages to Slack, in Slack's markup, with people's texts escaped. */
export type SlackWords = {
  /** One message for all cards that became done at once: a list that gets the status may hold hundreds. */
  cardsDone: (cards: readonly string[], board: string) => string
  sprintEnded: (sprint: string, board: string, tasks: { done: number; total: number }) => string
  voteFinished: (vote: Vote) => string
  test: (board: string) => string
  open: string
}

/** Titles in one message; the others are given as a number. */
const mostTitles = 5

/** Escapes Slack's markup: a title must not mention a whole channel, or show one address and link to another. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const bold = (text: string): string => `*${escaped(text)}*`
const named = (titles: readonly string[], more: (count: number) => string): string => {
  const rest = titles.length - mostTitles
  return titles.slice(0, mostTitles).map(bold).join(', ') + (rest > 0 ? more(rest) : '')
}

const wordsIn: Record<Language, SlackWords> = {
  'pt-BR': {
    cardsDone: (cards, board) =>
      cards.length === 1
        ? `Cartão concluído: ${named(cards, String)} em ${escaped(board)}`
        : `${cards.length} cartões concluídos em ${escaped(board)}: ${named(cards, (count) => ` e mais ${count}`)}`,
    sprintEnded: (sprint, board, { done, total }) =>
      `Sprint encerrada: ${bold(sprint)} em ${escaped(board)}, com ${done} de ${total} tarefas concluídas`,
    voteFinished: ({ card, estimate, average, votes }) =>
      `Votação concluída: ${bold(card)} ficou com ${estimate.toLocaleString('pt-BR')} (${average === null ? '' : `média ${average.toLocaleString('pt-BR')}, `}${votes} ${votes === 1 ? 'voto' : 'votos'})`,
    test: (board) => `Mensagem de teste da Rodada: ${bold(board)} já pode avisar por aqui.`,
    open: 'Abrir o quadro',
  },
  'en-US': {
    cardsDone: (cards, board) =>
      cards.length === 1
        ? `Card done: ${named(cards, String)} in ${escaped(board)}`
        : `${cards.length} cards done in ${escaped(board)}: ${named(cards, (count) => ` and ${count} more`)}`,
    sprintEnded: (sprint, board, { done, total }) =>
      `Sprint closed: ${bold(sprint)} in ${escaped(board)}, with ${done} of ${total} tasks done`,
    voteFinished: ({ card, estimate, average, votes }) =>
      `Vote finished: ${bold(card)} got ${estimate.toLocaleString('en-US')} (${average === null ? '' : `average ${average.toLocaleString('en-US')}, `}${votes} ${votes === 1 ? 'vote' : 'votes'})`,
    test: (board) => `Test message from Rodada: ${bold(board)} can now post updates here.`,
    open: 'Open the board',
  },
  'es-ES': {
    cardsDone: (cards, board) =>
      cards.length === 1
        ? `Tarjeta hecha: ${named(cards, String)} en ${escaped(board)}`
        : `${cards.length} tarjetas hechas en ${escaped(board)}: ${named(cards, (count) => ` y ${count} más`)}`,
    sprintEnded: (sprint, board, { done, total }) =>
      `Sprint cerrado: ${bold(sprint)} en ${escaped(board)}, con ${done} de ${total} tareas hechas`,
    voteFinished: ({ card, estimate, average, votes }) =>
      `Votación terminada: ${bold(card)} quedó en ${estimate.toLocaleString('es-ES')} (${average === null ? '' : `media ${average.toLocaleString('es-ES')}, `}${votes} ${votes === 1 ? 'voto' : 'votos'})`,
    test: (board) => `Mensaje de prueba de Rodada: ${bold(board)} ya puede avisar por aquí.`,
    open: 'Abrir el tablero',
  },
}

/** The words in a stored language. */
export const slackWords = (language: string | null): SlackWords => wordsIn[findLanguage(language) ?? languages[0]]
