import { useMediaQuery } from '@mantine/hooks'
import type { Notification } from '@rodada/contract/notifications/notifications'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { listQuery } from './api.ts'
import classes from './Inbox.module.css'
import { InboxList } from './InboxList.tsx'
import { type CardPlace, InboxPane } from './InboxPane.tsx'
import { filterOf } from './inbox-search.ts'
import { useInboxActions } from './use-inbox-actions.ts'
import { useInboxKeys } from './use-inbox-keys.ts'

/**
 * What the person was told: the list, and beside it the card that the open notification is about. Where there is no room for both, what
 * is open fills the screen. `renderCard` draws a card; the app brings it from the feature that knows cards.
 */
export function InboxScreen({ renderCard }: { renderCard: (place: CardPlace) => ReactNode }) {
  const search = useSearch({ from: '/notificacoes' })
  const navigate = useNavigate({ from: '/notificacoes' })
  const filter = filterOf(search)
  const list = useInfiniteQuery(listQuery(filter))
  const shown = list.data?.pages.flat() ?? []
  const isNarrow = useMediaQuery('(max-width: 60em)', false, { getInitialValueInEffect: false })
  const [marks, setMarks] = useState<Marks>({})
  const mark = useCallback((id: number, read_at: string | null) => setMarks((before) => ({ ...before, [id]: read_at })), [])
  const actions = useInboxActions(mark)
  const [snoozing, setSnoozing] = useState(false)
  const { open, place } = useOpen(shown, search.item, marks)
  const row = useRef<number | null>(null)

  const select = (id: number | null) => {
    setSnoozing(false)
    if (id !== null) focusRow(id)
    void navigate({ search: ({ filtro }) => ({ filtro, item: id === null ? undefined : String(id) }), replace: search.item !== undefined })
  }
  const step = (by: 1 | -1) => {
    // What is open may have left the list by being read: its place is that of the next one.
    const isGone = open !== null && !shown.some(({ id }) => id === open.id)
    const to = open === null ? 0 : place + (isGone && by === 1 ? 0 : by)
    const next = shown[to]
    if (next) select(next.id)
    else if (to >= shown.length && list.hasNextPage && !list.isFetching) void list.fetchNextPage()
  }
  /** Puts the open one aside, and goes to the one that takes its place. */
  const putAside = (act: (one: Notification) => unknown) => {
    if (!open) return
    const rest = shown.filter(({ id }) => id !== open.id)
    select(rest[Math.min(place, rest.length - 1)]?.id ?? null)
    void act(open)
  }
  /** Closes the open one; the keys go on from its row. */
  const close = () => {
    select(null)
    if (open) focusRow(open.id)
  }
  useInboxKeys({
    step,
    done: () => putAside(open?.done_at === null ? actions.done : actions.open),
    snooze: () => open && setSnoozing(true),
    reply: focusReply,
    toggleRead: () => open && void actions.toggleRead(open),
    close: () => search.item !== undefined && close(),
  })
  useReadOnce(open, actions.read)
  useEffect(() => {
    if (!isNarrow) return
    if (open) row.current = open.id
    else if (row.current !== null) focusRow(row.current)
  }, [isNarrow, open])

  return (
    <div className={classes.inbox} data-open={open !== null || undefined}>
      {!(isNarrow && open) && <InboxList list={list} shown={shown} search={search} openId={open?.id ?? null} actions={actions} />}
      {open ? (
        <InboxPane
          key={open.id}
          one={open}
          isNarrow={isNarrow}
          snoozing={snoozing}
          onSnoozing={setSnoozing}
          onSnooze={(until) => putAside((one) => actions.snooze(one, until))}
          onDone={() => putAside(actions.done)}
          onOpenAgain={() => putAside(actions.open)}
          onToggleRead={() => void actions.toggleRead(open)}
          onClose={close}
          renderCard={renderCard}
        />
      ) : (
        !isNarrow && <Hints />
      )}
    </div>
  )
}

/** The field for a comment on the open card, where its window has one. */
const focusReply = (): void => document.querySelector<HTMLElement>('[data-inbox-pane] [data-shortcut="r"]')?.focus()

const focusRow = (id: number): void => document.querySelector<HTMLElement>(`[data-item="${id}"]`)?.focus()

/** What was marked here as read, with the time, or as unread: of what its filter no longer shows, the list does not say it. */
type Marks = Readonly<Record<number, string | null>>

/** The open notification and its place in the list. It stays open when its filter no longer shows it, because it was read. */
function useOpen(shown: readonly Notification[], item: string | undefined, marks: Marks): { open: Notification | null; place: number } {
  const last = useRef<{ one: Notification; place: number } | null>(null)
  const place = shown.findIndex(({ id }) => String(id) === item)
  const one = shown[place]
  useEffect(() => {
    if (one) last.current = { one, place }
    else if (item === undefined) last.current = null
  }, [one, place, item])
  if (one) return { open: one, place }
  if (!last.current || String(last.current.one.id) !== item) return { open: null, place: 0 }
  const { one: kept, place: at } = last.current
  const mark = marks[kept.id]
  return { open: mark === undefined ? kept : { ...kept, read_at: mark }, place: at }
}

/** Opening a notification reads it, once: it may be marked as unread while it is open. */
function useReadOnce(open: Notification | null, read: (one: Notification) => void): void {
  const opened = useRef<number | null>(null)
  useEffect(() => {
    if (opened.current === (open?.id ?? null)) return
    opened.current = open?.id ?? null
    if (open?.read_at === null) read(open)
  }, [open, read])
}

const keys = ['walk', 'done', 'snooze', 'reply', 'unread'] as const

const Hints = () => (
  <section className={classes.hints} aria-label={t('notifications:hints.title')}>
    <p>{t('notifications:hints.title')}</p>
    <dl>
      {keys.map((key) => (
        <div key={key}>
          <dt>{t(`notifications:hints.${key}.keys`)}</dt>
          <dd>{t(`notifications:hints.${key}.text`)}</dd>
        </div>
      ))}
    </dl>
  </section>
)
