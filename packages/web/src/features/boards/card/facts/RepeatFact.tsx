import { IconRepeat } from '@tabler/icons-react'
import { useRef } from 'react'
import { t } from '../../../../i18n/index.ts'
import { format } from '../../../../lib/dates/format.ts'
import { useFocusHandover } from '../../../../ui/focus/use-focus-handover.ts'
import { useCard } from '../card-context.ts'
import { findCardMenu } from '../menu/CardMenu.tsx'
import { Fact } from './Fact.tsx'
import classes from './facts.module.css'
import { RepeatPop } from './RepeatPop.tsx'

/** When the card comes again and how. Not drawn while it does not: the menu of the window has the way to say so. */
export function RepeatFact() {
  const { recurrence } = useCard().card
  return recurrence === null ? null : <Repeats {...recurrence} />
}

function Repeats({ every, mode, next_on }: NonNullable<ReturnType<typeof useCard>['card']['recurrence']>) {
  const { canWrite } = useCard()
  const part = useRef<HTMLDivElement>(null)
  useFocusHandover(part, findCardMenu)
  const said = t('card:repeat.said', { every: t(`card:repeat.every.${every}`), mode: t(`card:repeat.short.${mode}`) })
  return (
    <Fact label={t('card:repeat.label')} wide>
      <div ref={part}>
        {canWrite ? (
          <RepeatPop
            name="repeat"
            target={
              <button type="button" className={classes.value} aria-label={`${t('card:repeat.label')}: ${said}`}>
                <IconRepeat size={18} stroke={1.75} aria-hidden />
                <span>{said}</span>
              </button>
            }
          />
        ) : (
          <p className={classes.fixed}>{said}</p>
        )}
        {next_on !== null && <p className={classes.next}>{t('card:repeat.next', { date: format.numericDay(next_on) })}</p>}
      </div>
    </Fact>
  )
}
