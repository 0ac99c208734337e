import { IconWifiOff } from '@tabler/icons-react'
import { t } from '../../../i18n/index.ts'
import classes from './ConnectionNote.module.css'
import { useRoom } from './room-context.ts'

/** Says that the room is not live at the moment. The region is always there, so that readers notice when it fills. */
export function ConnectionNote() {
  const joined = useRoom((state) => state.joined)
  const connection = useRoom((state) => state.connection)
  const text = connection === 'offline' ? 'rooms:connection.offline' : 'rooms:connection.reconnecting'
  return (
    <div
      role="status"
      className={classes.region}
      data-connection={joined ? 'connected' : connection === 'connected' ? 'reconnecting' : connection}
    >
      {!joined && (
        <span className={classes.note}>
          <IconWifiOff size={16} stroke={1.75} aria-hidden="true" />
          {t(text)}
        </span>
      )}
    </div>
  )
}
