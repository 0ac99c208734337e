/** Tasks in a Markdown text: lines such as '- [ ] revisar'. */

const task = /^(\s*(?:>\s*)*(?:[-*+]|\d{1,9}[.)])\s+\[)([ xX])(\]\s+\S.*)$/
const fence = /^\s*(?:>\s*)*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})/

/** A task by the index of its line. */
export type Task = { line: number; done: boolean }

/** The tasks of a text, from top to bottom, as far as its lines tell; those in blocks of code are none. */
export function tasksOf(text: string): Task[] {
  let open: string | null = null
  return text.split('\n').flatMap((line, index) => {
    const sign = fence.exec(line)?.[1]
    if (sign && open === null) open = sign
    else if (sign && open !== null && sign[0] === open[0] && sign.length >= open.length) open = null
    else if (open === null) {
      const mark = task.exec(line)?.[2]
      if (mark !== undefined) return [{ line: index, done: mark !== ' ' }]
    }
    return []
  })
}

/** The text with the task of a line done, or open again. */
export const setTask = (text: string, line: number, done: boolean): string =>
  text
    .split('\n')
    .map((content, index) => (index === line ? content.replace(task, `$1${done ? 'x' : ' '}$3`) : content))
    .join('\n')

/**
 * The same for a text that somebody changed meanwhile: the line is looked for where it went, the nearest one of those that say the same.
 * @returns null when nobody's line says that any more
 */
export function setTaskAgain(before: string, line: number, done: boolean, now: string): string | null {
  const said = wordsOf(before.split('\n')[line] ?? '')
  const lines = now.split('\n')
  const alike = tasksOf(now).filter((found) => wordsOf(lines[found.line] ?? '') === said)
  const [nearest] = alike.sort((a, b) => Math.abs(a.line - line) - Math.abs(b.line - line))
  return nearest ? setTask(now, nearest.line, done) : null
}

const wordsOf = (line: string): string => line.replace(task, '$1$3').trim()
