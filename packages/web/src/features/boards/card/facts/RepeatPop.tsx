import { recurrenceApi } from '@rodada/contract/cards/recurrence'
import { type Recurrence, type RecurrenceMode, recurrenceModes, recurrences } from '@rodada/contract/cards/settings'
import type { ComponentProps } from 'react'
import { t } from '../../../../i18n/index.ts'
import { call } from '../../../../lib/call/call.ts'
import { useSession } from '../../session/board-session.ts'
import { useCard } from '../card-context.ts'
import { Option } from './Option.tsx'
import popClasses from './Pop.module.css'
import { Pop } from './Pop.tsx'

/** Says when the card comes again and how, or that it does no more. */
export function RepeatPop(place: Pick<ComponentProps<typeof Pop>, 'name' | 'target' | 'id' | 'position'>) {
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
    <Pop {...place} width={280} label={t('card:repeat.label')}>
      <p className={popClasses.title}>{t('card:repeat.label')}</p>
      <div className={popClasses.list}>
        {recurrences.map((each) => (
          <Option key={each} chosen={each === every} onChoose={() => void change({ every: each, mode })}>
            {t(`card:repeat.every.${each}`)}
          </Option>
        ))}
      </div>
      {every !== null && (
        <>
          <hr className={popClasses.line} />
          <div className={popClasses.list}>
            {recurrenceModes.map((each) => (
              <Option key={each} chosen={each === mode} onChoose={() => void change({ every, mode: each })}>
                {t(`card:repeat.mode.${each}`)}
              </Option>
            ))}
          </div>
          <hr className={popClasses.line} />
          <div className={popClasses.list}>
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
        </>
      )}
    </Pop>
  )
}
