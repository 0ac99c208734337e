import { Fragment } from 'react'
import { markFound } from '../../lib/text/normalize.ts'
import classes from './Marked.module.css'

/** A text in which what was searched for stands out. */
export function Marked({ text, query }: { text: string; query: string }) {
  let at = 0
  return markFound(text, query).map((part) => {
    const key = at
    at += part.text.length
    return part.found ? (
      <mark key={key} className={classes.mark}>
        {part.text}
      </mark>
    ) : (
      <Fragment key={key}>{part.text}</Fragment>
    )
  })
}
