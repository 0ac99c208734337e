import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import { Panel } from '../../../ui/page/Panel.tsx'
import { recordedRoomsQuery } from '../api.ts'
import classes from './RecordedRooms.module.css'

const shownRooms = 3

/** The rooms in which one sat last, each with the way to its record. Nothing before the first. */
export function RecordedRooms() {
  const { data } = useQuery(recordedRoomsQuery)
  if (!data || data.rooms.length === 0) return null
  return (
    <Panel title={t('dashboard:rooms.title')} aside={<Link to="/salas">{t('dashboard:rooms.all')}</Link>}>
      <ul className={classes.rooms}>
        {data.rooms.slice(0, shownRooms).map(({ roomId, roomName, rounds, lastAt }) => (
          <li key={`${roomId} ${lastAt}`}>
            <Link to="/votacao/$roomId/historico" params={{ roomId }}>
              <b>{roomName}</b>
              <span>{t('dashboard:rooms.rounds', { count: rounds })}</span>
            </Link>
            <time dateTime={lastAt} title={format.dateTime(lastAt)}>
              {format.ago(lastAt)}
            </time>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
