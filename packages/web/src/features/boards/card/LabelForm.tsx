import { Button, TextInput } from '@mantine/core'
import { defaultBoardColor } from '@rodada/contract/board-settings'
import { boardsApi, type Label } from '@rodada/contract/boards'
import { limits } from '@rodada/contract/limits'
import { type FormEvent, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { CallError, call } from '../../../lib/call.ts'
import { ColorChoice } from '../../../ui/ColorChoice.tsx'
import { useBoard } from '../board-context.ts'
import classes from './facts.module.css'
import popClasses from './Pop.module.css'

/** Makes a label of the board, without leaving the card. */
export function LabelForm({ name: proposal, onDone }: { name: string; onDone: (label: Label | null) => void }) {
  const board = useBoard()
  const [name, setName] = useState(proposal)
  const [color, setColor] = useState<string>(defaultBoardColor)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const label = await call(boardsApi.addLabel, { params: { boardId: board.boardId }, body: { name, color } })
      void board.refreshChanges()
      onDone(label)
    } catch (reason) {
      setBusy(false)
      setProblem(reason instanceof CallError ? (reason.fields.name ?? reason.message) : t('errors.unknown'))
    }
  }
  return (
    <form className={popClasses.form} onSubmit={submit}>
      <TextInput
        label={t('card:labels.name')}
        value={name}
        maxLength={limits.labelName}
        error={problem}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="off"
        autoFocus
      />
      <ColorChoice label={t('card:labels.color')} value={color} onChange={setColor} />
      <div className={classes.formActions}>
        <Button size="sm" variant="subtle" onClick={() => onDone(null)}>
          {t('cancel')}
        </Button>
        <Button size="sm" type="submit" variant="filled" loading={busy} disabled={name.trim() === ''}>
          {t('card:labels.create')}
        </Button>
      </div>
    </form>
  )
}
