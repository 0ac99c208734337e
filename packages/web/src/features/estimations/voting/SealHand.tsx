import { Button } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import type { OwnVote } from '@rodada/contract/estimations/estimations'
import { IconCornerDownLeft } from '@tabler/icons-react'
import type { CSSProperties, Ref } from 'react'
import { t } from '../../../i18n/index.ts'
import { cardKeys, isKeyFree } from '../../../lib/device/card-keys.ts'
import { useSingleKeys } from '../../../lib/device/single-keys.ts'
import { ConfidenceMark } from '../../../ui/marks/ConfidenceMark.tsx'
import { PlayingCard } from '../../../ui/marks/PlayingCard.tsx'
import { faceName } from '../estimation-view.ts'
import classes from './SealHand.module.css'

type Props = {
  deck: readonly string[]
  own: OwnVote | undefined
  /** What is typed as the reason; it goes with the vote. */
  reason: string
  isLast: boolean
  reasonField: Ref<HTMLInputElement>
  onPick: (face: string) => void
  onSure: (confidence: 'sure' | 'unsure') => void
  onReason: (reason: string) => void
  onReasonDone: () => void
  onNext: () => void
}

const sureKeys = { sure: 's', unsure: 'd' } as const

/** A person's cards, within the thumb's reach, and below them how sure they are, why, and the way on. */
export function SealHand({ deck, own, reason, isLast, reasonField, onPick, onSure, onReason, onReasonDone, onNext }: Props) {
  const isKeyed = useSingleKeys()
  const keys = isKeyed ? cardKeys(deck) : undefined
  const isFree = (key: string) => isKeyed && isKeyFree(key, deck)
  const middle = (deck.length - 1) / 2
  return (
    <div className={classes.hand}>
      <ol
        className={classes.cards}
        aria-label={t('estimations:vote.hand')}
        data-many={deck.length > 8 || undefined}
        data-rows={deck.length > 12 ? 'always' : deck.length > 10 ? 'narrow' : undefined}
        style={
          {
            '--count': deck.length,
            '--half': Math.ceil(deck.length / 2),
            '--fan': deck.length > 12 ? 0 : 8 / Math.max(8, deck.length),
          } as CSSProperties
        }
      >
        {deck.map((face, index) => (
          <li key={face} style={{ '--k': index - middle } as CSSProperties}>
            <button
              type="button"
              className={classes.pick}
              aria-pressed={own?.vote === face}
              aria-label={t('estimations:vote.pick', { card: faceName(face) })}
              aria-keyshortcuts={keys?.get(face)?.length === 1 ? keys.get(face) : undefined}
              onClick={() => onPick(face)}
            >
              <PlayingCard face={face} tone={own?.vote === face ? 'accent' : 'plain'} keys={keys?.get(face)} />
            </button>
          </li>
        ))}
      </ol>
      <div className={classes.row}>
        <fieldset className={classes.sure} disabled={own === undefined}>
          <legend className="sr-only">{t('estimations:vote.confidence')}</legend>
          {(['sure', 'unsure'] as const).map((confidence) => (
            <button
              key={confidence}
              type="button"
              aria-pressed={own?.confidence === confidence}
              aria-keyshortcuts={isFree(sureKeys[confidence]) ? sureKeys[confidence] : undefined}
              onClick={() => onSure(confidence)}
            >
              <ConfidenceMark confidence={confidence} className={classes.mark} />
              {t(`estimations:vote.${confidence}`)}
              {isFree(sureKeys[confidence]) && (
                <span className={classes.key} aria-hidden="true">
                  {sureKeys[confidence].toUpperCase()}
                </span>
              )}
            </button>
          ))}
        </fieldset>
        <input
          ref={reasonField}
          className={classes.reason}
          aria-label={t('estimations:vote.reason')}
          placeholder={t('estimations:vote.reason')}
          maxLength={limits.voteReason}
          value={reason}
          onChange={(event) => onReason(event.currentTarget.value)}
          onBlur={onReasonDone}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur()
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            event.currentTarget.blur()
            onNext()
          }}
        />
        <Button variant="filled" className={classes.next} onClick={onNext}>
          {t(isLast ? 'estimations:vote.finish' : own === undefined ? 'estimations:vote.skip' : 'estimations:vote.next')}
          {isKeyed && <IconCornerDownLeft className={classes.enter} size={16} stroke={2} aria-hidden />}
        </Button>
      </div>
      {isKeyed && (
        <p className={classes.hint} aria-hidden="true">
          <span>{t('estimations:vote.hint')}</span>
          {isFree('m') && (
            <span>
              <kbd className={classes.key}>M</kbd> {t('estimations:vote.keyReason')}
            </span>
          )}
          <span>
            <kbd className={classes.key}>←</kbd> <kbd className={classes.key}>→</kbd> {t('estimations:vote.keyMove')}
          </span>
          {isFree('p') && (
            <span>
              <kbd className={classes.key}>P</kbd> {t('estimations:vote.keySkip')}
            </span>
          )}
        </p>
      )}
    </div>
  )
}
