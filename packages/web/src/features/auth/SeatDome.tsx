import { IconPlus } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { PlayingCard } from '../../ui/marks/PlayingCard.tsx'
import { AvatarSwap } from './AvatarSwap.tsx'
import classes from './SeatDome.module.css'
import type { Seat } from './seat.ts'
import { useInvitation } from './use-invitation.ts'

/** Where cards lie on the edge of the table, in degrees from the middle; your seat is there. */
const places = [-9.4, 9.4, -18.4, 18.4]

type Props = { roomId: string; seat: Seat | null; onSeat: (seat: Seat) => void }

/** On a phone: the near edge of the table above the form, and your seat on its rim, empty until it is known who takes it. */
export function SeatDome({ roomId, seat, onSeat }: Props) {
  const people = useInvitation(roomId).data?.participants ?? 0
  return (
    <div className={classes.dome}>
      <div className={classes.clip} aria-hidden="true">
        <div className={classes.disc} />
        {places.slice(0, people).map((angle) => (
          <PlayingCard key={angle} back width="2.125rem" className={classes.card} style={{ '--a': `${angle}deg` } as CSSProperties} />
        ))}
      </div>
      {seat ? (
        <AvatarSwap avatar={seat.avatar} size={60} onChange={(avatar) => onSeat({ ...seat, avatar })} className={classes.me} />
      ) : (
        <span className={`${classes.me} ${classes.chair}`} aria-hidden="true">
          <IconPlus size={20} stroke={1.75} />
        </span>
      )}
    </div>
  )
}
