import type { ReactNode } from 'react'
import { PanelScreen } from '../../ui/page/PanelScreen.tsx'
import classes from './PanelPage.module.css'

/** A page with one panel in the middle: a title, a line about it, and what one does there. */
export function PanelPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <PanelScreen wide>
      <div>
        <h1>{title}</h1>
        <p className={classes.lead}>{lead}</p>
      </div>
      {children}
    </PanelScreen>
  )
}
