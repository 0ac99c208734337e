import { mentionsIn } from '@rodada/contract/cards/mentions'
import { useBoard } from '../../session/use-board.ts'
import classes from './Mentions.module.css'

/** A plain text, in which people of the board who are called by name are marked. */
export function MentionedText({ text }: { text: string }) {
  const { members } = useBoard()
  const mentions = mentionsIn(
    text,
    members.map(({ user }) => user),
  )
  let shown = 0
  const parts = mentions.map(({ start, end }) => {
    const before = text.slice(shown, start)
    shown = end
    return [
      before,
      <span key={start} className={classes.mention} data-mention="">
        {text.slice(start, end)}
      </span>,
    ]
  })
  return (
    <>
      {parts}
      {text.slice(shown)}
    </>
  )
}
