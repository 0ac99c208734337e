import type { Confidence } from '@rodada/contract/rooms/tasks'
import { useEffect, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { useSingleKeys } from '../../../lib/device/single-keys.ts'
import { ConfidenceMark } from '../../../ui/marks/ConfidenceMark.tsx'
import { useRoom, useRoomSession } from '../session/room-context.ts'
import { shownConfidence } from '../session/room-state.ts'
import classes from './ConfidenceChoice.module.css'
import { confidenceKey } from './confidence-keys.ts'

const choices: readonly Confidence[] = ['sure', 'unsure']
const noCards: string[] = []
/** Most votes are confirmed before this, in milliseconds: only one that really waits is worth a word. */
const slowFrom = 600

/** Once a card is chosen: how sure its owner is of it. Pressed again it says nothing of that. */
export function ConfidenceChoice() {
  const session = useRoomSession()
  const chosen = useRoom(shownConfidence)
  const deck = useRoom((state) => state.room?.deck ?? noCards)
  const keys = useSingleKeys()
  const isSlow = useIsSlow()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a frame of its own
    <div className={classes.choice} role="group" aria-label={t('result:confidence.label')}>
      <span className={classes.label} aria-hidden="true">
        {t('result:confidence.label')}:
      </span>
      {choices.map((confidence) => {
        const key = keys ? confidenceKey(confidence, deck) : undefined
        return (
          <button
            key={confidence}
            type="button"
            className={classes.option}
            aria-pressed={chosen === confidence}
            aria-keyshortcuts={key}
            onClick={() => session.rate(confidence)}
          >
            <ConfidenceMark confidence={confidence} className={classes.mark} />
            {t(`result:confidence.${confidence}`)}
            {key && (
              <span className={classes.key} aria-hidden="true">
                {key}
              </span>
            )}
          </button>
        )
      })}
      <p className={classes.note}>{t(isSlow ? 'rooms:hand.pending' : 'result:confidence.note')}</p>
    </div>
  )
}

/** Whether the vote has been on its way for long. */
function useIsSlow(): boolean {
  const attempt = useRoom((state) => state.pendingVote?.attempt)
  const [slow, setSlow] = useState<number | undefined>()
  useEffect(() => {
    if (attempt === undefined) return
    const timer = setTimeout(() => setSlow(attempt), slowFrom)
    return () => clearTimeout(timer)
  }, [attempt])
  return attempt !== undefined && slow === attempt
}
