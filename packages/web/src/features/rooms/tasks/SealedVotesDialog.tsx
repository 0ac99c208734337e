import type { SealedVote } from '@rodada/contract/rooms/tasks'
import { t } from '../../../i18n/index.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { MiniCard } from '../../../ui/estimate/MiniCard.tsx'
import { ConfidenceMark } from '../../../ui/marks/ConfidenceMark.tsx'
import { useRoom } from '../session/room-context.ts'
import classes from './SealedVotesDialog.module.css'

const noCards: string[] = []

/** How people had voted on the card before it came to this table, for who sees its board: the ends of the deck stand at the ends. */
export function SealedVotesDialog({ votes, onClose }: { votes: readonly SealedVote[]; onClose: () => void }) {
  const deck = useRoom((state) => state.room?.deck ?? noCards)
  const sorted = [...votes].sort((a, b) => deck.indexOf(a.vote) - deck.indexOf(b.vote))
  return (
    <Dialog title={t('estimations:room.title')} onClose={onClose}>
      <p className={classes.lead}>{t('estimations:room.lead')}</p>
      <ul className={classes.votes}>
        {sorted.map(({ user_id, name, vote, confidence, reason }) => (
          <li key={user_id}>
            <MiniCard face={vote} />
            <div>
              <p className={classes.by}>
                <span className="sr-only">{vote}: </span>
                <b>{name}</b>
                {confidence && (
                  <>
                    <ConfidenceMark confidence={confidence} className={classes.mark} />
                    {t(`estimations:${confidence}`)}
                  </>
                )}
              </p>
              {reason && <p>{reason}</p>}
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
