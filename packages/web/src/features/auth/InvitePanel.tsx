import { IconPlus } from '@tabler/icons-react'
import { t } from '../../i18n/index.ts'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { PlayingCard } from '../../ui/marks/PlayingCard.tsx'
import { Table } from '../../ui/page/Table.tsx'
import classes from './InvitePanel.module.css'
import type { Seat } from './seat.ts'
import { useInvitation } from './use-invitation.ts'

/** Above this many people the table shows no more cards: they would touch. */
const drawnCards = 11
/** Cards on the table when no room waits: a table that looks alive, promising nothing about anybody. */
const decoration = 5

/** The table that waits: as many face-down cards as people (all that is told to a stranger), and an empty seat, or yours. */
export function InvitePanel({ roomId, seat }: { roomId: string | undefined; seat?: Seat | undefined }) {
  const invitation = useInvitation(roomId)
  const people = invitation.data?.participants ?? (roomId ? 0 : decoration)
  const words = wordsFor(roomId, invitation.data, invitation.isError)
  const cards = Array.from({ length: Math.min(people, drawnCards) }, (_, index) => ({
    key: index,
    card: <PlayingCard back className={classes.dealt} style={{ animationDelay: `${200 + index * 80}ms` }} />,
  }))
  const yours = {
    key: 'you',
    card: <span className={classes.slot} />,
    seat: seat ? (
      (edge: number) => <Avatar name={seat.name} avatar={seat.avatar} always size={edge} className={classes.mine} />
    ) : (
      <span className={classes.chair}>
        <IconPlus size={18} stroke={1.75} aria-hidden />
      </span>
    ),
    name: <span className={classes.you}>{seat?.name.trim() || t('auth:invite.you')}</span>,
  }
  return (
    <aside className={classes.panel} aria-label={t('auth:invite.label')}>
      <div className={classes.words} aria-live="polite">
        <h2>{words.title}</h2>
        <p>{words.text}</p>
      </div>
      <div className={classes.table} aria-hidden="true">
        {/* At a table that is not there nobody sits and no seat waits. */}
        <Table places={roomId && invitation.isError ? [] : [yours, ...cards]} seatDistance={0} />
      </div>
    </aside>
  )
}

type Invitation = { roomName: string; participants: number }

/** A room's name and how many sit there. A no-break space holds the line while the answer is on its way. */
export const invitationLine = (room: Invitation | undefined): string =>
  room ? t('auth:invite.people', { room: room.roomName, count: room.participants }) : '\u00a0'

function wordsFor(roomId: string | undefined, room: Invitation | undefined, failed: boolean) {
  if (!roomId) return { title: t('auth:invite.plainTitle'), text: t('auth:invite.plainText') }
  if (failed) return { title: t('auth:invite.goneTitle'), text: t('auth:invite.goneText') }
  return { title: t('auth:invite.title'), text: invitationLine(room) }
}
