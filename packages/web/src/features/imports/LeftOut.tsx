import type { Import } from '@rodada/contract/boards/imports'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Panel } from '../../ui/page/Panel.tsx'
import classes from './Imports.module.css'

/** What does not come as it was, and of which cards. */
export function LeftOut({ warnings, title }: { warnings: Import['warnings']; title: string }) {
  if (warnings.length === 0) return null
  return (
    <Panel title={title}>
      <ul className={classes.rows}>
        {warnings.map(({ kind, text, subjects }) => (
          <li key={kind} className={classes.left}>
            <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
            <span>
              {text}
              {subjects.length > 0 && <small>{subjects.join(' · ')}</small>}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
