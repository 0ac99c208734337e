import { normalize } from '../../../../lib/text/normalize.ts'

const titleMax = 48

/** A name for a branch: 'pag-42-mostrar-simulacao'. The title ends at a word, so that its last one is whole. */
export function branchName({ key, title }: { key: string; title: string }): string {
  const words = normalize(title).match(/[a-z0-9]+/g) ?? []
  let name = key.toLowerCase()
  for (const word of words) {
    if (name.length + word.length - key.length > titleMax) break
    name += `-${word}`
  }
  return name
}
