import { findLanguage, type Language, languages } from '@rodada/contract/core/languages'
import type { WebhookMessage } from '@rodada/contract/integrations/webhooks'
import { z } from 'zod'

/** How a service wants a text that people wrote: without anything in it that it would read as markup. */
export type Markup = { plain: (text: string) => string; bold: (text: string) => string }

/** What the sentences need of a message. */
const Told = z.object({
  board: z.object({ id: z.number(), title: z.string() }),
  card: z.object({ id: z.number(), key: z.string(), title: z.string(), list: z.object({ title: z.string() }).optional() }).optional(),
  sprint: z.object({ id: z.number(), nome: z.string() }).optional(),
  done: z.number().optional(),
  total: z.number().optional(),
  member: z.object({ name: z.string() }).optional(),
  actor: z.object({ name: z.string() }).nullish(),
})
type Told = z.infer<typeof Told>

type Gaps = { card: string; list: string; sprint: string; member: string; board: string; who: string; done: number; total: number }
type Sentences = Record<WebhookMessage['type'], (gaps: Gaps) => string> & { open: () => string }

const sentencesIn: Record<Language, Sentences> = {
  'pt-BR': {
    'card.created': ({ card, list, board }) => `Cartão criado: ${card} em ${list}, ${board}`,
    'card.updated': ({ card, board }) => `Cartão alterado: ${card} em ${board}`,
    'card.moved': ({ card, list, board }) => `Cartão movido: ${card} para ${list}, em ${board}`,
    'card.done': ({ card, board }) => `Cartão concluído: ${card} em ${board}`,
    'card.reopened': ({ card, board }) => `Cartão reaberto: ${card} em ${board}`,
    'card.archived': ({ card, board }) => `Cartão arquivado: ${card} em ${board}`,
    'card.restored': ({ card, board }) => `Cartão de volta: ${card} em ${board}`,
    'card.deleted': ({ card, board }) => `Cartão excluído: ${card} em ${board}`,
    'comment.created': ({ card, board, who }) => `Comentário${who && ` de ${who}`}: ${card} em ${board}`,
    'sprint.started': ({ sprint, board }) => `Sprint começou: ${sprint} em ${board}`,
    'sprint.ended': ({ sprint, board, done, total }) =>
      `Sprint encerrada: ${sprint} em ${board}, com ${done} de ${total} tarefas concluídas`,
    'member.added': ({ member, board }) => `${member} entrou em ${board}`,
    'member.removed': ({ member, board }) => `${member} saiu de ${board}`,
    'webhook.test': ({ board }) => `Mensagem de teste da Rodada: ${board} já pode avisar por aqui.`,
    open: () => 'Abrir na Rodada',
  },
  'en-US': {
    'card.created': ({ card, list, board }) => `Card created: ${card} in ${list}, ${board}`,
    'card.updated': ({ card, board }) => `Card changed: ${card} in ${board}`,
    'card.moved': ({ card, list, board }) => `Card moved: ${card} to ${list}, in ${board}`,
    'card.done': ({ card, board }) => `Card done: ${card} in ${board}`,
    'card.reopened': ({ card, board }) => `Card reopened: ${card} in ${board}`,
    'card.archived': ({ card, board }) => `Card archived: ${card} in ${board}`,
    'card.restored': ({ card, board }) => `Card back: ${card} in ${board}`,
    'card.deleted': ({ card, board }) => `Card deleted: ${card} in ${board}`,
    'comment.created': ({ card, board, who }) => `Comment${who && ` by ${who}`}: ${card} in ${board}`,
    'sprint.started': ({ sprint, board }) => `Sprint started: ${sprint} in ${board}`,
    'sprint.ended': ({ sprint, board, done, total }) => `Sprint closed: ${sprint} in ${board}, with ${done} of ${total} tasks done`,
    'member.added': ({ member, board }) => `${member} joined ${board}`,
    'member.removed': ({ member, board }) => `${member} left ${board}`,
    'webhook.test': ({ board }) => `Test message from Rodada: ${board} can now post updates here.`,
    open: () => 'Open in Rodada',
  },
  'es-ES': {
    'card.created': ({ card, list, board }) => `Tarjeta creada: ${card} en ${list}, ${board}`,
    'card.updated': ({ card, board }) => `Tarjeta cambiada: ${card} en ${board}`,
    'card.moved': ({ card, list, board }) => `Tarjeta movida: ${card} a ${list}, en ${board}`,
    'card.done': ({ card, board }) => `Tarjeta hecha: ${card} en ${board}`,
    'card.reopened': ({ card, board }) => `Tarjeta reabierta: ${card} en ${board}`,
    'card.archived': ({ card, board }) => `Tarjeta archivada: ${card} en ${board}`,
    'card.restored': ({ card, board }) => `Tarjeta de vuelta: ${card} en ${board}`,
    'card.deleted': ({ card, board }) => `Tarjeta eliminada: ${card} en ${board}`,
    'comment.created': ({ card, board, who }) => `Comentario${who && ` de ${who}`}: ${card} en ${board}`,
    'sprint.started': ({ sprint, board }) => `Sprint empezó: ${sprint} en ${board}`,
    'sprint.ended': ({ sprint, board, done, total }) => `Sprint cerrado: ${sprint} en ${board}, con ${done} de ${total} tareas hechas`,
    'member.added': ({ member, board }) => `${member} entró en ${board}`,
    'member.removed': ({ member, board }) => `${member} salió de ${board}`,
    'webhook.test': ({ board }) => `Mensaje de prueba de Rodada: ${board} ya puede avisar por aquí.`,
    open: () => 'Abrir en Rodada',
  },
}

/** A message as a sentence, what its link is called, and where on this site it leads. */
export function sentenceOf(
  { type, data }: WebhookMessage,
  language: string | null,
  { plain, bold }: Markup,
): { text: string; open: string; path: string } {
  const sentences = sentencesIn[findLanguage(language) ?? languages[0]]
  const { board, card, sprint, done = 0, total = 0, member, actor }: Told = Told.parse(data)
  const gaps = {
    card: card ? `${plain(card.key)} ${bold(card.title)}` : '',
    list: bold(card?.list?.title ?? ''),
    sprint: bold(sprint?.nome ?? ''),
    member: plain(member?.name ?? ''),
    board: plain(board.title),
    who: plain(actor?.name ?? ''),
    done,
    total,
  }
  const path = sprint ? `/sprint/${sprint.id}` : `/board/${board.id}${card ? `?card=${card.id}` : ''}`
  return { text: sentences[type](gaps), open: sentences.open(), path }
}
