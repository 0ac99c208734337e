import { useMemo } from 'react'
import { renderMarkdown } from '../../lib/text/markdown.ts'
import classes from './Markdown.module.css'

/** A text as its writer meant it. */
export function Markdown({ text }: { text: string }) {
  const html = useMemo(() => renderMarkdown(text), [text])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what renderMarkdown returns is sanitised, whatever it was made of
  return <div className={classes.markdown} dangerouslySetInnerHTML={{ __html: html }} />
}
