import { IconCheck } from '@tabler/icons-react'
import { t } from '../../i18n/index.ts'
import classes from './Imports.module.css'

const steps = ['file', 'look', 'bring', 'over'] as const
export type Step = (typeof steps)[number]

/** Where one is on the way from a file to a board. */
export function Steps({ current }: { current: Step }) {
  const at = steps.indexOf(current)
  return (
    <ol className={classes.steps} aria-label={t('imports:steps.label')}>
      {steps.map((step, index) => (
        <li key={step} data-done={index < at || undefined} aria-current={index === at ? 'step' : undefined}>
          <b aria-hidden="true">{index < at ? <IconCheck size={14} stroke={2.5} /> : index + 1}</b>
          <span>{t(`imports:steps.${step}`)}</span>
        </li>
      ))}
    </ol>
  )
}
