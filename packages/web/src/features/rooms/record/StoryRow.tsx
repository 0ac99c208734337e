import type { RecordRound } from '@rodada/contract/rooms/record'
import { IconChevronDown, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { MiniCard } from '../../../ui/estimate/MiniCard.tsx'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { PlayingCard } from '../../../ui/marks/PlayingCard.tsx'
import classes from './Record.module.css'
import { nameOf } from './record-markdown.ts'
import { faceText, minutesText, printedFace, roundName, roundTime, savedText, storyText, voteWords } from './record-words.ts'
import { endsOf, finalCard, howItWent, type Story, timeOf } from './stories.ts'

/** Votes of one round that are shown before the others are asked for. */
const shownVotes = 24

type Props = { story: Story; linked: boolean }

/** A story in a line: its card, what it was, how it went and how long; opened, its rounds side by side. */
export function StoryRow({ story, linked }: Props) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const face = finalCard(story)
  const count = story.rounds.length
  return (
    <li>
      <button type="button" className={classes.story} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <MiniCard face={face === null ? undefined : printedFace(face)} />
        <span className={classes.what}>
          <span className="sr-only">{face === null ? t('record:noEstimate') : t('record:estimate', { card: faceText(face) })}</span>
          <b>{nameOf(story)}</b>
          {count > 1 && <span>{t('record:roundCount', { count })}</span>}
        </span>
        <span className={classes.how}>{storyText(story)}</span>
        <span className={classes.minutes}>{minutesText(timeOf(story))}</span>
        <IconChevronDown className={classes.chevron} size={18} stroke={1.75} aria-hidden />
      </button>
      <div id={id} hidden={!open}>
        {open && (
          <div className={classes.rounds} data-many={count > 1 || undefined}>
            {story.rounds.map((round, index) => (
              <Round key={round.round} round={round} name={roundName(index, count)} linked={linked} />
            ))}
          </div>
        )}
      </div>
    </li>
  )
}

type RoundProps = { round: RecordRound; name: string; linked: boolean }

function Round({ round, name, linked }: RoundProps) {
  const { votes, reasons, task } = round
  const [all, setAll] = useState(false)
  const ends = howItWent(round).kind === 'talk' ? endsOf(round) : null
  const shown = all ? votes : votes.slice(0, shownVotes)
  const saved = savedText(round)
  return (
    <section>
      <h3>
        {name} <span className={classes.when}>{roundTime(round)}</span>
      </h3>
      {votes.length === 0 && <p className={classes.none}>{t('record:how.none')}</p>}
      <ul className={classes.votes} aria-label={t('record:votes')}>
        {shown.map((vote) => (
          <li key={vote.participantId}>
            <PlayingCard
              face={printedFace(vote.vote)}
              width="2.125rem"
              tone={vote.vote === ends?.low || vote.vote === ends?.high ? 'accent' : 'plain'}
              confidence={vote.confidence}
            />
            <span aria-hidden="true" title={vote.userName}>
              {vote.userName}
            </span>
            <span className="sr-only">{voteWords(vote)}</span>
          </li>
        ))}
      </ul>
      {shown.length < votes.length && (
        <button type="button" className={classes.link} onClick={() => setAll(true)}>
          {t('record:allVotes', { count: votes.length })}
        </button>
      )}
      {reasons.length > 0 && (
        <ul className={classes.reasons} aria-label={t('record:reasons')}>
          {reasons.map(({ participantId, userName, avatar, text }) => (
            <li key={participantId}>
              <Avatar name={userName} avatar={avatar} size={22} />
              <p>
                <b>{userName}</b>
                <span>{text}</span>
              </p>
            </li>
          ))}
        </ul>
      )}
      {saved !== null && (
        <p className={classes.saved}>
          <IconCircleCheck size={16} stroke={1.75} aria-hidden />
          <span>
            {saved}{' '}
            {linked && task?.card && (
              <Link to="/board/$boardId" params={{ boardId: String(task.card.board_id) }} search={{ card: String(task.card.id) }}>
                {t('record:openCard')}
              </Link>
            )}
          </span>
        </p>
      )}
    </section>
  )
}
