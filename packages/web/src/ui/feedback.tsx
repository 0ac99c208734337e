import { Button } from '@mantine/core'
import { undoMs } from '@rodada/contract/board-settings'
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { t } from '../i18n/index.ts'
import classes from './feedback.module.css'

type Toast = {
  id: number
  text: string
  detail?: string | undefined
  kind: 'ok' | 'info' | 'problem'
  action?: { label: string; run: () => void }
}
type Alert = { id: number; text: string; close: () => void }
type State = { toast: Toast | null; alerts: readonly Alert[] }

/** How long a toast stays, in milliseconds; with an action it stays longer, since somebody may want to reach it. */
const shown = { plain: 4000, withAction: 8000 }

let state: State = { toast: null, alerts: [] }
let lastId = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(change: Partial<State>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const hideToast = (): void => {
  clearTimeout(timer)
  set({ toast: null })
}

type ToastOptions = Partial<Pick<Toast, 'kind' | 'action' | 'detail'>> & { duration?: number }

/** A short note at the bottom, also read aloud. `detail` is a quieter second line, `action` a button such as 'Desfazer'. */
export function toast(text: string, options: ToastOptions = {}): void {
  clearTimeout(timer)
  lastId += 1
  set({ toast: { id: lastId, text, kind: options.kind ?? 'ok', action: options.action, detail: options.detail } })
  timer = setTimeout(hideToast, options.duration ?? (options.action || options.detail ? shown.withAction : shown.plain))
}

/** Says what was done and offers to take it back, for as long as 'Desfazer' is offered everywhere. */
export const undoToast = (text: string, back: () => void): void =>
  toast(text, { duration: undoMs, action: { label: t('undo'), run: back } })

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

/** Draws toasts and alerts; mounted once, at the root. It must not depend on lazily loaded code: alerts also speak of lost connections. */
export function Feedback() {
  const { toast: current, alerts } = useSyncExternalStore(subscribe, () => state)
  const alert = alerts[0]
  return (
    <>
      <div role="status" className={classes.region}>
        {current && <ToastCard key={current.id} toast={current} />}
      </div>
      {alert && <AlertCard key={alert.id} alert={alert} />}
    </>
  )
}

const toastIcons = { ok: IconCheck, info: IconInfoCircle, problem: IconAlertTriangle }

function ToastCard({ toast: { text, detail, kind, action } }: { toast: Toast }) {
  const Icon = toastIcons[kind]
  return (
    <div className={classes.toast}>
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
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    <dialog ref={dialog} role="alertdialog" aria-labelledby="alert-text" className={classes.alert} onClose={alert.close}>
      <IconAlertTriangle size={22} stroke={1.75} aria-hidden className={classes.sign} />
      <p id="alert-text">{alert.text}</p>
      <Button variant="filled" onClick={() => dialog.current?.close()} autoFocus>
        {t('ok')}
      </Button>
    </dialog>
  )
}
