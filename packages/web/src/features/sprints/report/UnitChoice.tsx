import { sprintUnits } from '@rodada/contract/sprints/settings'
import { t } from '../../../i18n/index.ts'
import { Segment, Segments } from '../../../ui/fields/Segments.tsx'
import { type Unit, wordOf } from './amounts.ts'

/** What a report counts in, which its address says. */
export function UnitChoice({ unit }: { unit: Unit }) {
  return (
    <Segments label={t('report:unit.label')}>
      {sprintUnits.map((each) => (
        <Segment key={each} to="." search={{ em: wordOf(each) }} replace resetScroll={false} current={each === unit}>
          {t(`report:unit.${each}`)}
        </Segment>
      ))}
    </Segments>
  )
}
