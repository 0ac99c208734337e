import { Button } from '@mantine/core'
import { undoMs } from '@rodada/contract/boards/settings'
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../i18n/index.ts'
import { createListeners } from '../../lib/listeners.ts'
import { useReturnFocus } from '../focus/use-return-focus.ts'
import classes from './feedback.module.css'

type Toast = {
  id: number
  text: string
  detail?: string | undefined
  kind: 'ok' | 'info' | 'problem'
  action?: { label: string; run: () => void }
  /** Milliseconds. */
  duration: number
}
type Alert = { id: number; text: string; close: () => void }
/** `hosts`: open modal dialogs, the last on top. The browser lets nobody reach what is outside of that one. */
type State = { toast: Toast | null; alerts: readonly Alert[]; hosts: readonly HTMLElement[] }

/** How long a toast stays, in milliseconds: good news as the specification says, longer what has to be read or reached. */
const shown = { ok: 3000, info: 4000, problem: 4000, withAction: 8000 }

let state: State = { toast: null, alerts: [], hosts: [] }
let lastId = 0
let timer: ReturnType<typeof setTimeout> | undefined
const { subscribe, tell } = createListeners()

function set(change: Partial<State>): void {
  state = { ...state, ...change }
  tell()
}

const hideToast = (): void => {
  clearTimeout(timer)
  set({ toast: null })
}
const holdToast = (): void => clearTimeout(timer)
const startToast = ({ duration }: Toast): void => {
  clearTimeout(timer)
  timer = setTimeout(hideToast, duration)
}

type ToastOptions = Partial<Pick<Toast, 'kind' | 'action' | 'detail' | 'duration'>>

/** A short note at the bottom, also read aloud. `detail` is a quieter second line, `action` a button such as 'Desfazer'. */
export function toast(text: string, { kind = 'ok', action, detail, duration }: ToastOptions = {}): void {
  lastId += 1
  const next = { id: lastId, text, kind, action, detail, duration: duration ?? (action || detail ? shown.withAction : shown[kind]) }
  set({ toast: next })
  startToast(next)
}

/**
 * Says what was done and offers to take it back, for as long as 'Desfazer' is offered everywhere.
 * @returns what takes the offer away, where it still stands
 */
export function undoToast(text: string, back: () => void): () => void {
  toast(text, { duration: undoMs, action: { label: t('undo'), run: back } })
  const id = lastId
  return () => {
    if (state.toast?.id === id) hideToast()
  }
}

/** What the specification calls an alert: a dialog with that text that waits to be read. Resolves when closed; a text that is already up is not repeated. */
export function alertDialog(text: string): Promise<void> {
  if (state.alerts.some((alert) => alert.text === text)) return Promise.resolve()
  return new Promise((resolve) => {
    lastId += 1
    const id = lastId
    const close = () => {
      set({ alerts: state.alerts.filter((alert) => alert.id !== id) })
      resolve()
    }
    set({ alerts: [...state.alerts, { id, text, close }] })
  })
}

/** Toasts stand in this dialog while it is open: a modal one of the browser makes everything outside of it unreachable. */
export function useToastHost(dialog: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const host = dialog.current
    if (!host) return
    set({ hosts: [...state.hosts, host] })
    return () => set({ hosts: state.hosts.filter((other) => other !== host) })
  }, [dialog])
}

/** Tells style sheets how tall the toast is, so that a sheet under it makes room; it has no height while none is shown. */
function useToastRoom(region: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    const element = region.current
    if (!isShown || !element) return
    const root = document.documentElement
    const observer = new ResizeObserver(() => root.style.setProperty('--toast-height', `${element.offsetHeight}px`))
    observer.observe(element)
    root.style.setProperty('--toast-height', `${element.offsetHeight}px`)
    return () => {
      observer.disconnect()
      root.style.removeProperty('--toast-height')
    }
  }, [region, isShown])
}

/** Draws toasts and alerts; mounted once, at the root. It must not depend on lazily loaded code: alerts also speak of lost connections. */
export function Feedback() {
  const { toast: current, alerts, hosts } = useSyncExternalStore(subscribe, () => state)
  const alert = alerts[0]
  const host = hosts.at(-1)
  const shown = useRef<HTMLDivElement>(null)
  useToastRoom(shown, current !== null)
  const region = (
    <div role="status" className={classes.region} ref={shown}>
      {current && <ToastCard key={current.id} toast={current} />}
    </div>
  )
  return (
    <>
      {host ? createPortal(region, host) : region}
      {alert && <AlertCard key={alert.id} alert={alert} />}
    </>
  )
}

const toastIcons = { ok: IconCheck, info: IconInfoCircle, problem: IconAlertTriangle }

/** It waits as long as the pointer or the focus is on it: nobody has to hurry to its button. */
function ToastCard({ toast }: { toast: Toast }) {
  const { text, detail, kind, action } = toast
  const Icon = toastIcons[kind]
  const opener = useRef<HTMLElement>(null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only waits; what can be done has a button
    <div
      className={classes.toast}
      onMouseEnter={holdToast}
      onMouseLeave={() => startToast(toast)}
      onFocus={({ relatedTarget }) => {
        holdToast()
        if (relatedTarget instanceof HTMLElement) opener.current = relatedTarget
      }}
      onBlur={() => startToast(toast)}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
      <span>
        {text}
        {detail && <span className={classes.detail}>{detail}</span>}
      </span>
      {action && (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            // Its button is gone with it: the focus goes back to where it came from.
            if (document.activeElement?.closest('[role="status"]')) opener.current?.focus({ preventScroll: true })
            hideToast()
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  )
}

function AlertCard({ alert }: { alert: Alert }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useReturnFocus()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} role="alertdialog" aria-labelledby="alert-text" className={classes.alert} onClose={alert.close}>
      <IconAlertTriangle size={22} stroke={1.75} aria-hidden className={classes.sign} />
      <p id="alert-text">{alert.text}</p>
      <Button variant="filled" onClick={() => dialog.current?.close()}>
        {t('ok')}
      </Button>
    </dialog>
  )
}
