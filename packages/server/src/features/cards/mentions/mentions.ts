import { mentionsIn } from '@rodada/contract/cards/mentions'

/**
 * The people whom a text mentions.
 * @returns their ids, each with the number of the line that first mentions them, from 0
 */
export function mentionedIn(text: string, people: readonly { id: number; name: string }[]): ReadonlyMap<number, number> {
  const mentioned = new Map<number, number>()
  let [line, lineAt] = [0, 0]
  for (const { ids, start } of mentionsIn(text, people)) {
    line += text.slice(lineAt, start).split('\n').length - 1
    lineAt = start
    for (const id of ids) if (!mentioned.has(id)) mentioned.set(id, line)
  }
  return mentioned
}
