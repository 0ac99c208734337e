import type { ReactNode } from 'react'
import { ThemeToggle } from '../theme/ThemeToggle.tsx'
import { Brand } from './Brand.tsx'
import classes from './PanelScreen.module.css'

type Props = {
  /** Where the brand leads. */
  home?: '/' | '/dashboard'
  /** For what one fills in: wider, and on a phone the whole page is the panel. */
  wide?: boolean
  children: ReactNode
}

/** A page of its own, without the frame of signed-in pages: the brand, and one panel in the middle. */
export function PanelScreen({ home = '/', wide = false, children }: Props) {
  return (
    <div className={classes.screen} data-wide={wide || undefined}>
      <header className={classes.header}>
        <Brand to={home} />
        <ThemeToggle />
      </header>
      <main id="conteudo" tabIndex={-1} className={classes.main}>
        <div className={classes.panel}>{children}</div>
      </main>
    </div>
  )
}
