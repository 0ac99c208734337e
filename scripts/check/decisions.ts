import { readdirSync, readFileSync } from 'node:fs'
import { at } from '../lib/paths.ts'

const folder = 'docs/decisions'
/** A record says what it replaces, and the other one what it was replaced by: on the line below the title. */
const note = (kind: string) => new RegExp(`^> ${kind} \\[(\\d{4})\\]`, 'm')

/** Fails when a decision record is not in the index, has another title or number there, or does not say what replaced it. */
export async function findDecisionGaps(): Promise<{ ok: boolean; detail: string; output: string }> {
  const index = readFileSync(at(folder, 'README.md'), 'utf8')
  const files = readdirSync(at(folder)).filter((name) => name !== 'README.md')
  const records = files.map((file) => ({ file, number: file.slice(0, 4), text: readFileSync(at(folder, file), 'utf8') }))
  const problems = records.flatMap(({ file, number, text }) => {
    const title = /^# (\d{4}) · (.+)$/m.exec(text)
    const replaced = note('Substitui').exec(text)?.[1]
    const older = records.find((one) => one.number === replaced)
    return [
      title?.[1] !== number && `${file}: its title does not begin with its number`,
      records.some((one) => one.number === number && one.file !== file) && `${file}: another record has this number`,
      !index.includes(`| [${number}](${file}) | ${title?.[2]} |`) && `${file}: the index lacks it, or gives another title`,
      older && note('Substituída por').exec(older.text)?.[1] !== number && `${older.file}: does not say that ${number} replaced it`,
    ].filter((problem) => problem !== false && problem !== undefined)
  })
  const listed = [...index.matchAll(/^\| \[\d{4}\]\(([^)]+)\)/gm)].map(([, file = '']) => file)
  problems.push(...listed.filter((file) => !files.includes(file)).map((file) => `README.md: ${file} is not there`))
  return { ok: problems.length === 0, detail: `${files.length} records`, output: problems.join('\n') }
}
