import type { InboxFilter } from '@rodada/contract/notifications/settings'

/** What the address of /notificacoes says: which notifications are shown, and which of them is open. What is usual is left out. */
export type InboxSearch = { filtro?: Exclude<InboxWord, 'tudo'>; item?: string }

const words = {
  tudo: 'all',
  'nao-lidas': 'unread',
  mencoes: 'mentions',
  atribuidas: 'assigned',
  adiadas: 'snoozed',
  feitas: 'done',
} as const
type InboxWord = keyof typeof words

const isWord = (value: unknown): value is InboxWord => typeof value === 'string' && Object.hasOwn(words, value)

/** Reads an address, which anybody may have written. */
export const readInboxSearch = ({ filtro, item }: Record<string, unknown>): InboxSearch => ({
  filtro: isWord(filtro) && filtro !== 'tudo' ? filtro : undefined,
  item: /^[1-9]\d{0,9}$/.test(String(item)) ? String(item) : undefined,
})

export const filterOf = ({ filtro }: InboxSearch): InboxFilter => words[filtro ?? 'tudo']

/** The filters in the order they are shown, as addresses name them. */
export const filterWords = Object.entries(words) as [InboxWord, InboxFilter][]
