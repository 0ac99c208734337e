import { IconWifiOff } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { t } from '../../i18n/index.ts'
import type { ConnectionStatus } from '../../lib/live/lasting-connection.ts'
import classes from './ConnectionNote.module.css'

const subscribeNetwork = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** A moment without a connection is not worth a word. */
const patience = 1500

/** Says that the board is not live at the moment. The region is always there, so that readers notice when it fills. */
export function ConnectionNote({ live, offline }: { live: ConnectionStatus; offline: string }) {
  const isOnline = useSyncExternalStore(subscribeNetwork, () => navigator.onLine)
  const isTroubled = !isOnline || live === 'offline' || live === 'reconnecting'
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isTroubled) return setLong(false)
    const timer = setTimeout(() => setLong(true), patience)
    return () => clearTimeout(timer)
  }, [isTroubled])
  const text = !isOnline || live === 'offline' ? offline : t('kanban:reconnecting')
  return (
    <div role="status" className={classes.noteRegion}>
      {isTroubled && (isLong || !isOnline) && (
        <span className={classes.note}>
          <IconWifiOff size={16} stroke={1.75} aria-hidden />
          {text}
        </span>
      )}
    </div>
  )
}
