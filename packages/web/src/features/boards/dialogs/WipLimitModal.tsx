import { Button } from '@mantine/core'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { limits } from '@rodada/contract/core/limits'
import { type FormEvent, useId, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/Dialog.tsx'
import { FormProblem } from '../../../ui/fields/FormProblem.tsx'
import classes from '../../../ui/fields/fields.module.css'
import { Switch } from '../../../ui/fields/Switch.tsx'
import { useBoardPart, useSession } from '../session/board-session.ts'

/** How many cards a list is to hold at most, and whether it takes more. */
export function WipLimitModal({ listId, onClose }: { listId: number; onClose: () => void }) {
  const { boardId, sync } = useSession()
  const list = useBoardPart(({ lists }) => lists.find(({ id }) => id === listId), undefined)
  const [text, setText] = useState(list?.wip_limit ? String(list.wip_limit) : '')
  const [isHard, setHard] = useState(list?.wip_hard ?? false)
  const [tried, setTried] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const id = useId()
  if (!list) return null
  const limit = text.trim() === '' ? null : Number(text)
  const isWrong = limit !== null && !(Number.isInteger(limit) && limit >= 1 && limit <= limits.wipLimit)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isWrong) return document.getElementById(`${id}-limit`)?.focus()
    setSending(true)
    setProblem(null)
    try {
      await call(boardsApi.updateList, { params: { boardId, listId }, body: { wip_limit: limit, wip_hard: limit !== null && isHard } })
      void sync.refresh()
      onClose()
    } catch (reason) {
      setProblem(reason instanceof Error ? reason.message : t('boards:problems.updateList'))
    } finally {
      setSending(false)
    }
  }
  return (
    <Dialog title={t('boardDialogs:limit.title', { list: list.title })} onClose={onClose}>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <FormProblem text={problem} />
        <div className={classes.field}>
          <label htmlFor={`${id}-limit`}>{t('boardDialogs:limit.label')}</label>
          <input
            id={`${id}-limit`}
            className={classes.input}
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            value={text}
            data-autofocus
            aria-invalid={(tried && isWrong) || undefined}
            aria-describedby={`${id}-hint`}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <p id={`${id}-hint`} className={tried && isWrong ? classes.problem : classes.hint}>
            {tried && isWrong ? t('texts:wipLimitInvalid') : t('boardDialogs:limit.hint')}
          </p>
        </div>
        <Switch
          checked={limit !== null && isHard}
          disabled={limit === null}
          label={t('boardDialogs:limit.hard')}
          hint={t('boardDialogs:limit.hardHint')}
          onChange={setHard}
        />
        <DialogActions onCancel={onClose}>
          <Button variant="filled" type="submit" loading={sending}>
            {t('boardDialogs:settings.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
