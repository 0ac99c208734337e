import { roomsApi } from '@rodada/contract/rooms'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call.ts'
import { PlayingCard } from '../../ui/PlayingCard.tsx'
import { Table } from '../../ui/Table.tsx'
import classes from './InvitePanel.module.css'

/** Above this many people the table shows no more cards: they would touch. */
const drawnCards = 11
/** Cards on the table when no room waits: a table that looks alive, promising nothing about anybody. */
const decoration = 5

/** The table that waits: as many face-down cards as people (all that is told to a stranger), and an empty seat. */
export function InvitePanel({ roomId }: { roomId: string | undefined }) {
  const invitation = useQuery({
    queryKey: ['invitation', roomId ?? ''],
    queryFn: () => call(roomsApi.invitation, { params: { roomId: roomId ?? '' } }),
    enabled: roomId !== undefined,
    refetchInterval: 10_000,
  })
  const people = invitation.data?.participants ?? (roomId ? 0 : decoration)
  const words = wordsFor(roomId, invitation.data, invitation.isError)
  const cards = Array.from({ length: Math.min(people, drawnCards) }, (_, index) => ({
    key: index,
    card: <PlayingCard back className={classes.dealt} style={{ animationDelay: `${200 + index * 80}ms` }} />,
  }))
  const yours = {
    key: 'you',
    card: <span className={classes.slot} />,
    seat: (
      <span className={classes.chair}>
        <IconPlus size={18} stroke={1.75} aria-hidden />
      </span>
    ),
    name: <span className={classes.you}>{t('auth:invite.you')}</span>,
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

function wordsFor(roomId: string | undefined, room: { roomName: string; participants: number } | undefined, failed: boolean) {
  if (!roomId) return { title: t('auth:invite.plainTitle'), text: t('auth:invite.plainText') }
  if (failed) return { title: t('auth:invite.goneTitle'), text: t('auth:invite.goneText') }
  return {
    title: t('auth:invite.title'),
    // A no-break space holds the line while the answer is on its way.
    text: room ? t('auth:invite.people', { room: room.roomName, count: room.participants }) : '\u00a0',
  }
}
