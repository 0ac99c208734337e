import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { BoardSummary } from '@rodada/contract/boards/boards'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { isStale } from '../../../lib/text/stale-text.ts'
import { toast } from '../../../ui/states/feedback.tsx'
import { useSession } from '../session/board-session.ts'
import { changedSettings, meetSettings, type Settings } from './board-settings.ts'

type TextName = 'title' | 'description'
type Base = Settings & Pick<BoardSummary, 'version'>
/** A text that somebody else changed while this person did. */
export type SettingsClash = { origin: string; theirs: string }

/** The form of a board's settings: what both changed at once is shown to be decided, never replaced. */
export function useSettingsForm(opened: Base, onDone: () => void) {
  const { boardId, sync } = useSession()
  const [form, setForm] = useState<Settings>(opened)
  const [base, setBase] = useState(opened)
  const [clashes, setClashes] = useState<Partial<Record<TextName, SettingsClash>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const change = (fields: Partial<Settings>) => setForm((now) => ({ ...now, ...fields }))

  /** Resolves to whether all is saved. */
  const send = async (wanted: Settings, from: Base): Promise<boolean> => {
    const body = changedSettings(wanted, from)
    if (Object.keys(body).length === 0) return true
    try {
      await call(boardsApi.update, { params: { boardId }, body: { ...body, version: from.version } })
      return true
    } catch (reason) {
      if (!isStale(reason)) throw reason
      const current = reason.current as BoardSummary
      const met = meetSettings(wanted, from, current)
      if (met.clashes.length === 0) return send(met.form, current)
      const texts = (['title', 'description'] as const).filter((name) => met.clashes.includes(name))
      setForm(met.form)
      setBase(current)
      setClashes(Object.fromEntries(texts.map((name) => [name, { origin: from[name], theirs: current[name] }])))
      // A colour cannot be joined: who saves again has seen that somebody else chose another one.
      setProblem(texts.length < met.clashes.length ? t('boardDialogs:settings.conflict') : null)
      return false
    }
  }
  const save = async () => {
    setSending(true)
    setProblem(null)
    try {
      if (!(await send(form, base))) return
      void sync.refresh()
      toast(t('boardDialogs:settings.saved'))
      onDone()
    } catch (reason) {
      setProblem(reason instanceof Error ? reason.message : t('boards:problems.updateBoard'))
    } finally {
      setSending(false)
    }
  }
  const settle = (name: TextName, text: string) => {
    change({ [name]: text })
    setClashes(({ [name]: _, ...rest }) => rest)
  }
  return { form, change, clashes, settle, problem, sending, save, canSave: Object.keys(clashes).length === 0 }
}
