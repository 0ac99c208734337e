import { type CSSProperties, useEffect, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { PlayingCard } from '../../ui/marks/PlayingCard.tsx'
import { LinkButton } from '../../ui/page/LinkButton.tsx'
import classes from './BigTable.module.css'

const coffee = '☕'
const preview = ['0', '1', '2', '3', '5', '8', '13', '?', coffee]
/** Face-down cards that close the circle at the far side. */
const closing = [1, 2, 3, 4, 5, 6, 7]

const spoken = (face: string): string => {
  if (face === coffee) return t('landing:cards.coffee')
  return face === '?' ? t('landing:cards.question') : face
}

/** The table as large as the page: nine cards open in a wave, and the three beats of a round are told on it. */
export function BigTable() {
  const [turned, setTurned] = useState(false)
  useEffect(() => {
    // Two frames, so that the cards are once drawn face down and have something to turn from.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setTurned(true))
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  const steps = [
    { title: t('landing:steps.choose'), text: t('landing:steps.chooseText') },
    { title: t('landing:steps.reveal'), text: t('landing:steps.revealText') },
    { title: t('landing:steps.keep'), text: t('landing:steps.keepText') },
  ]
  return (
    <div className={classes.table}>
      <section aria-labelledby="preview-cards">
        <h2 id="preview-cards" className="sr-only">
          {t('landing:cards.label')}
        </h2>
        <ol className={classes.arc}>
          {preview.map((face, index) => (
            <li key={face} style={{ '--k': index } as CSSProperties}>
              <span className="sr-only">{spoken(face)}</span>
              <span className={classes.lift}>
                <PlayingCard face={face} back turned={turned} className={classes.card} />
              </span>
            </li>
          ))}
        </ol>
      </section>
      <section className={classes.steps}>
        <h2>{t('landing:steps.title')}</h2>
        <ol>
          {steps.map(({ title, text }) => (
            <li key={title}>
              <span className={classes.quarter} aria-hidden="true" />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className={classes.after}>
        <h2>{t('landing:after.title')}</h2>
        <p>{t('landing:after.text')}</p>
        <LinkButton to="/login" search={{ modo: 'criar' }} size="lg" className={classes.outline}>
          {t('landing:after.action')}
        </LinkButton>
      </section>
      <div className={`${classes.arc} ${classes.low}`} aria-hidden="true">
        {closing.map((place) => (
          <span key={place} className={classes.place} style={{ '--k': place } as CSSProperties}>
            <PlayingCard back className={classes.card} />
          </span>
        ))}
      </div>
    </div>
  )
}
