import type { RecordRound } from '@rodada/contract/rooms/record'
import { t } from '../../../i18n/index.ts'
import { faceText, minutesText, roundName, roundTime, savedText, sessionWords, storyText } from './record-words.ts'
import { finalCard, type Story, timeOf } from './stories.ts'

/** What people typed stays a text: nothing in it is a link, a heading, a table or HTML. */
const plain = (text: string): string => text.replaceAll(/[\\`*_[\]<>|#~]/g, '\\$&').replaceAll('\n', ' ')

type Shown = {
  roomName: string
  rounds: readonly RecordRound[]
  days: readonly { day: string; stories: readonly Story[] }[]
}

/** The record as Markdown: a table of the stories, and below it each with its rounds. */
export function recordMarkdown({ roomName, rounds, days }: Shown): string {
  const { title, lead } = sessionWords(
    rounds,
    days.map(({ day }) => day),
  )
  const stories = days.flatMap((day) => day.stories)
  const head = [t('record:markdown.task'), t('record:markdown.estimate'), t('record:markdown.how'), t('record:markdown.time')]
  const table = stories.map((story) => {
    const face = finalCard(story)
    return [plain(nameOf(story)), face === null ? '' : plain(faceText(face)), plain(storyText(story)), minutesText(timeOf(story))]
  })
  const rows = [head, head.map(() => '---'), ...table].map((cells) => `| ${cells.join(' | ')} |`)
  return `${[`# ${title}: ${plain(roomName)}`, lead, rows.join('\n'), ...stories.map(told)].join('\n\n')}\n`
}

export const nameOf = ({ title, rounds }: Story): string => title ?? t('record:untitled', { round: rounds[0]?.round ?? 0 })

function told(story: Story): string {
  const parts = story.rounds.flatMap((round, index) => {
    const votes = round.votes.map(({ userName, vote, confidence }) => {
      const sure = confidence ? ` (${t(`record:${confidence}`)})` : ''
      return `${plain(userName)} **${plain(faceText(vote))}**${sure}`
    })
    const saved = savedText(round)
    return [
      `**${roundName(index, story.rounds.length)}**, ${roundTime(round)}: ${votes.length > 0 ? votes.join(', ') : t('record:how.none')}`,
      ...(round.reasons.length > 0 ? [round.reasons.map(({ userName, text }) => `- ${plain(userName)}: ${plain(text)}`).join('\n')] : []),
      ...(saved === null ? [] : [plain(saved)]),
    ]
  })
  return [`## ${plain(nameOf(story))}`, ...parts].join('\n\n')
}
