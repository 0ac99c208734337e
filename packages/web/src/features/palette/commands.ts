import type { BoardChanges, BoardSummary } from '@rodada/contract/boards/boards'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import {
  IconArrowRight,
  IconCards,
  IconKeyboard,
  IconLink,
  IconPlus,
  IconUserCheck,
  IconUserMinus,
  IconUserSearch,
} from '@tabler/icons-react'
import { t } from '../../i18n/index.ts'
import { boardFrameQuery } from '../../lib/call/board-queries.ts'
import { call } from '../../lib/call/call.ts'
import { copyText } from '../../lib/device/copy.ts'
import { toast, undoToast } from '../../ui/states/feedback.tsx'
import { boardPath, type Entry } from './entries.ts'

/** The card that commands act on, with its board as this person sees it. */
export type Subject = { card: Card; board: BoardChanges; userId: number }

type Tools = { openRoom: (cardIds: number[], name: string) => Promise<void>; go: (path: string) => void }

/** What this person may do to a card; the server decides again. */
export function cardCommands({ card, board, userId }: Subject, { openRoom }: Tools): Entry[] {
  const entry = (key: string, title: string, icon: Entry['icon'], act: Entry['act']): Entry => ({
    key: `on-card-${key}`,
    group: 'onCard',
    title,
    act,
    ...(icon && { icon }),
  })
  const isMine = card.assigned_user?.id === userId
  const isMember = board.members.some(({ user_id }) => user_id === userId)
  const canWrite = board.can.write && card.archived_at === null
  return [
    ...(canWrite && isMember && !isMine
      ? [entry('take', t('palette:commands.take'), IconUserCheck, { kind: 'do', run: () => assign(card, userId) })]
      : []),
    ...(canWrite
      ? [
          entry('assign', t('palette:commands.assign'), IconUserSearch, { kind: 'ask', step: 'assign' }),
          entry('move', t('palette:commands.move'), IconArrowRight, { kind: 'ask', step: 'move' }),
        ]
      : []),
    entry('room', t('palette:commands.vote'), IconCards, { kind: 'do', run: () => openRoom([card.id], card.title) }),
    entry('copy', t('palette:commands.copy'), IconLink, {
      kind: 'do',
      run: async () => {
        if (await copyText(`${location.origin}/cartao/${card.key}`)) toast(t('palette:done.copied', { key: card.key }))
      },
    }),
    ...(canWrite && card.assigned_user !== null
      ? [entry('release', t('palette:commands.release'), IconUserMinus, { kind: 'do', run: () => assign(card, null) })]
      : []),
  ]
}

async function assign(card: Card, userId: number | null): Promise<void> {
  const before = card.assigned_user?.id ?? null
  const to = (user_id: number | null) => call(cardsApi.assign, { params: { cardId: card.id }, body: { user_id } })
  const { assigned_user } = await to(userId)
  const text =
    assigned_user === null
      ? t('palette:done.released', { key: card.key })
      : t('palette:done.assigned', { key: card.key, name: assigned_user.name })
  undoToast(text, () => void to(before).catch(tell))
}

async function move({ card, board }: Subject, listId: number): Promise<void> {
  const to = (list_id: number) => call(cardsApi.move, { params: { cardId: card.id }, body: { list_id } })
  await to(listId)
  const list = board.lists.find(({ id }) => id === listId)?.title ?? ''
  undoToast(t('palette:done.moved', { key: card.key, list }), () => void to(card.list_id).catch(tell))
}

export const tell = (reason: unknown): void => toast(reason instanceof Error ? reason.message : String(reason), { kind: 'problem' })

/** Whom a card can be given to, and where it can go within its board. */
export function choicesOf(step: 'assign' | 'move', subject: Subject): Entry[] {
  const { card, board } = subject
  if (step === 'move')
    return board.lists
      .filter(({ id }) => id !== card.list_id)
      .map(({ id, title }) => ({
        key: `list-${id}`,
        group: 'choice',
        title,
        icon: IconArrowRight,
        act: { kind: 'do', run: () => move(subject, id) },
      }))
  return board.members
    .filter(({ user_id }) => user_id !== card.assigned_user?.id)
    .map(({ user }) => ({
      key: `member-${user.id}`,
      group: 'choice',
      title: user.name,
      person: user,
      act: { kind: 'do', run: () => assign(card, user.id) },
    }))
}

/** Where a card with this title can be created: in the lists of the board that is open, or in the first list of any other. */
export function createChoices(
  title: string,
  { open, boards }: { open: BoardChanges | null; boards: readonly BoardSummary[] },
  { go }: Tools,
  fetchFrame: (query: ReturnType<typeof boardFrameQuery>) => Promise<BoardChanges>,
): Entry[] {
  const create = async (boardId: number, listId: number | undefined) => {
    const list = listId ?? (await fetchFrame(boardFrameQuery(boardId))).lists[0]?.id ?? 0
    const card = await call(listCardsApi.create, { params: { boardId, listId: list }, body: { title } })
    toast(t('palette:done.created', { key: card.key }))
    go(boardPath(boardId, card.id))
  }
  const lists = open?.can.write ? open.lists : []
  return [
    ...lists.map(
      ({ id, title: list }): Entry => ({
        key: `in-list-${id}`,
        group: 'choice',
        title: t('palette:inList', { list, board: open?.title ?? '' }),
        icon: IconPlus,
        act: { kind: 'do', run: () => create(open?.id ?? 0, id) },
      }),
    ),
    ...boards
      .filter(({ id }) => id !== open?.id)
      .map(
        ({ id, title: board, color }): Entry => ({
          key: `in-board-${id}`,
          group: 'choice',
          title: t('palette:inBoard', { board }),
          color,
          act: { kind: 'do', run: () => create(id, undefined) },
        }),
      ),
  ]
}

/** What can be done from anywhere. */
export const generalCommands = (
  { canCreate, onShortcuts }: { canCreate: boolean; onShortcuts: () => void },
  { openRoom }: Tools,
): Entry[] => [
  ...(canCreate
    ? [
        {
          key: 'create',
          group: 'command' as const,
          title: t('palette:commands.create'),
          icon: IconPlus,
          act: { kind: 'ask' as const, step: 'create' as const },
        },
      ]
    : []),
  { key: 'room', group: 'command', title: t('palette:commands.room'), icon: IconCards, act: { kind: 'do', run: () => openRoom([], '') } },
  { key: 'shortcuts', group: 'command', title: t('palette:commands.shortcuts'), icon: IconKeyboard, act: { kind: 'do', run: onShortcuts } },
]
