import type { CardTemplateSummary } from '@rodada/contract/cards/templates'
import type { CSSProperties } from 'react'
import { t } from '../../../i18n/index.ts'
import { useBoard } from '../session/use-board.ts'
import own from './Templates.module.css'

/** In short what a template gives a card. */
export function TemplateFacts({ template: { name, title, label_ids, checklist_total } }: { template: CardTemplateSummary }) {
  const { labels } = useBoard()
  const shown = labels.filter(({ id }) => label_ids.includes(id))
  const words = [
    title !== '' && title !== name && `“${title}”`,
    checklist_total > 0 && t('cardTemplates:items', { count: checklist_total }),
  ]
  const text = words.filter(Boolean).join(' · ')
  if (text === '' && shown.length === 0) return null
  return (
    <span className={own.facts}>
      {shown.map((label) => (
        <span key={label.id} className={own.label} style={{ '--c': label.color } as CSSProperties}>
          <i aria-hidden="true" />
          {label.name}
        </span>
      ))}
      {text}
    </span>
  )
}
