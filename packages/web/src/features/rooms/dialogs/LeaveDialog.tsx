import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { useRoom, useRoomSession } from '../session/room-context.ts'
import { heirsOf } from '../session/room-selectors.ts'
import { BlockingDialog } from './BlockingDialog.tsx'
import classes from './LeaveDialog.module.css'

type Props = {
  /** Whether a card of the open round goes along. */
  losesVote: boolean
  onStay: () => void
  onLeave: () => Promise<void>
}

/** Asked only when leaving takes something along: a card that is still on the table, or the only moderation of the room. */
export function LeaveDialog({ losesVote, onStay, onLeave }: Props) {
  const session = useRoomSession()
  const heirs = useRoom(heirsOf)
  const [heir, setHeir] = useState('')
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    // The chosen person may have gone meanwhile: then the room's own rule finds somebody.
    if (heir !== '') await session.makeModerator(Number(heir))
    await onLeave()
  }
  return (
    <BlockingDialog
      title={t('rooms:leave.title')}
      {...(losesVote && { text: t('rooms:leave.text') })}
      onClose={onStay}
      actions={
        <>
          <Button onClick={onStay} data-autofocus>
            {t('rooms:leave.stay')}
          </Button>
          <Button variant="danger" onClick={() => void leave()} loading={leaving}>
            {t('rooms:leave.confirm')}
          </Button>
        </>
      }
    >
      {heirs.length > 0 && (
        <NativeSelect
          className={classes.heir}
          label={t('rooms:leave.heir')}
          value={heir}
          onChange={(event) => setHeir(event.currentTarget.value)}
          data={[{ value: '', label: t('rooms:leave.byRule') }, ...heirs.map(({ id, name }) => ({ value: String(id), label: name }))]}
        />
      )}
    </BlockingDialog>
  )
}
