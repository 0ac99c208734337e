import { recurrenceApi } from '@rodada/contract/cards/recurrence'
import { type Recurrence, type RecurrenceMode, recurrenceModes, recurrences } from '@rodada/contract/cards/settings'
import { IconRepeat } from '@tabler/icons-react'
import { t } from '../../../../i18n/index.ts'
import { call } from '../../../../lib/call/call.ts'
import { dayOf } from '../../../../lib/dates/due.ts'
import { format } from '../../../../lib/dates/format.ts'
import { useSession } from '../../session/board-session.ts'
import { useCard } from '../card-context.ts'
import { Fact } from './Fact.tsx'
import classes from './facts.module.css'
import { Option } from './Option.tsx'
import popClasses from './Pop.module.css'
import { Pop } from './Pop.tsx'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** When the card comes again and how; until it does, only the way to say so. */
export function RepeatFact() {
  const { card, canWrite } = useCard()
  const { recurrence } = card
  if (recurrence === null)
    return canWrite ? (
      <RepeatPop
        target={
          <button type="button" className={`${classes.value} ${classes.minor}`}>
            <IconRepeat {...icon} />
            {t('card:repeat.add')}
          </button>
        }
      />
    ) : null
  const said = t('card:repeat.said', { every: t(`card:repeat.every.${recurrence.every}`), mode: t(`card:repeat.short.${recurrence.mode}`) })
  return (
    <Fact label={t('card:repeat.label')} wide>
      {canWrite ? (
        <RepeatPop
          target={
            <button type="button" className={classes.value} aria-label={`${t('card:repeat.label')}: ${said}`}>
              <IconRepeat {...icon} />
              <span>{said}</span>
            </button>
          }
        />
      ) : (
        <p className={classes.fixed}>{said}</p>
      )}
      {recurrence.next_on !== null && (
        <p className={classes.next}>{t('card:repeat.next', { date: format.date(dayOf(recurrence.next_on)) })}</p>
      )}
    </Fact>
  )
}

function RepeatPop({ target }: { target: Parameters<typeof Pop>[0]['target'] }) {
  const { card, setPop, receive } = useCard()
  const { writes } = useSession()
  const { every = null, mode = 'copy' } = card.recurrence ?? {}
  const change = async (next: { every: Recurrence; mode: RecurrenceMode } | null) => {
    const params = { cardId: card.id }
    const send = async () =>
      receive(await (next ? call(recurrenceApi.set, { params, body: next }) : call(recurrenceApi.remove, { params })))
    await writes.send(null, send, t('card:repeat.failed'))
  }
  return (
    <Pop name="repeat" width={280} target={target}>
      <div className={popClasses.list}>
        {recurrences.map((each) => (
          <Option key={each} chosen={each === every} onChoose={() => void change({ every: each, mode })}>
            {t(`card:repeat.every.${each}`)}
          </Option>
        ))}
      </div>
      {every !== null && (
        <div className={popClasses.list}>
          {recurrenceModes.map((each) => (
            <Option key={each} chosen={each === mode} onChoose={() => void change({ every, mode: each })}>
              {t(`card:repeat.mode.${each}`)}
            </Option>
          ))}
          <Option
            danger
            onChoose={() => {
              setPop(null)
              void change(null)
            }}
          >
            {t('card:repeat.remove')}
          </Option>
        </div>
      )}
    </Pop>
  )
}
