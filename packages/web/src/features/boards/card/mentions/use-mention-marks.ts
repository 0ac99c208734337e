import { mentionFinder } from '@rodada/contract/cards/mentions'
import type { PersonSummary } from '@rodada/contract/core/fields'
import { type RefObject, useLayoutEffect } from 'react'
import { useBoard } from '../../session/use-board.ts'
import classes from './Mentions.module.css'

/**
 * Marks in a drawn text who is called by name: people of the board, whom everybody who sees the card sees. Names in code and links are left
 * as they are. Only texts are taken apart and nothing is parsed as HTML again, so that no text becomes an element.
 */
export function useMentionMarks(box: RefObject<HTMLElement | null>, text: string): void {
  const { members } = useBoard()
  useLayoutEffect(() => {
    if (!box.current || !text.includes('@')) return
    markMentions(
      box.current,
      members.map(({ user }) => user),
    )
  }, [box, text, members])
}

/** Marks in a drawn text who of `people` is called; earlier marks are removed first. */
export function markMentions(box: HTMLElement, people: readonly PersonSummary[]): void {
  // Who was a member may be none any more.
  for (const mark of box.querySelectorAll('[data-mention]')) mark.replaceWith(...mark.childNodes)
  box.normalize()
  const texts: Text[] = []
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
  while (walker.nextNode())
    if (walker.currentNode instanceof Text && !walker.currentNode.parentElement?.closest('code, pre, a')) texts.push(walker.currentNode)
  // One for all, because what it knows of five hundred people takes longer to find than to look for.
  const find = mentionFinder(people)
  // From the end, so that the places before stay what they are.
  for (const node of texts)
    for (const { start, end } of find(node.data).toReversed()) {
      const named = node.splitText(start)
      named.splitText(end - start)
      const mark = document.createElement('span')
      mark.dataset.mention = ''
      mark.className = classes.mention ?? ''
      named.replaceWith(mark)
      mark.append(named)
    }
}
