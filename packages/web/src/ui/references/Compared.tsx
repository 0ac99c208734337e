import type { FinishedCards } from '@rodada/contract/cards/references'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/dates/format.ts'
import { nearest } from './nearest.ts'
import { ReferenceRow } from './ReferenceRow.tsx'
import classes from './References.module.css'

type Props = {
  references: readonly FinishedCards[]
  /** The value that the person thinks of, in points: only the estimates beside it are shown. */
  near: number | undefined
}

/** Finished cards to compare with: of each estimate near a value, or of all, those whose words are the most alike. */
export function Compared({ references, near }: Props) {
  const shown = near === undefined ? references : nearest(references, near)
  return (
    <>
      <p className={classes.lead}>{t('references:lead')}</p>
      {shown.map(({ estimate, interval, cards }) => (
        <section
          key={estimate}
          className={classes.group}
          aria-labelledby={`references-${estimate}`}
          data-near={estimate === near || undefined}
        >
          <p id={`references-${estimate}`}>
            {format.points(estimate)}
            {interval && (
              <span className={classes.usual}>
                {interval.from === interval.to
                  ? t('references:usualOne', { count: interval.to })
                  : t('references:usual', { from: interval.from, to: interval.to })}
              </span>
            )}
          </p>
          <ul>
            {cards.map((card) => (
              <ReferenceRow key={card.id} estimate={estimate} card={card} />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
