import { useLayoutEffect, useMemo, useRef } from 'react'
import { t } from '../../i18n/index.ts'
import { renderMarkdown } from '../../lib/text/markdown.ts'
import classes from './Markdown.module.css'

/** A text as its writer meant it. */
export function Markdown({ text }: { text: string }) {
  const html = useMemo(() => renderMarkdown(text), [text])
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another table
  useLayoutEffect(() => {
    for (const table of box.current?.querySelectorAll<HTMLElement>('[data-table]') ?? []) {
      // It scrolls sideways where it is wide, by keyboard, too.
      table.tabIndex = 0
      table.role = 'group'
      table.ariaLabel = t('table')
    }
  }, [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what renderMarkdown returns is sanitised, whatever it was made of
  return <div ref={box} className={classes.markdown} dangerouslySetInnerHTML={{ __html: html }} />
}
