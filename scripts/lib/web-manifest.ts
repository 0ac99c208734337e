import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Chunk = {
  file: string
  name?: string
  src?: string
  isEntry?: boolean
  isDynamicEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}
/** Vite's list of what it built, by source. */
export type Manifest = Record<string, Chunk>

export const readManifest = (dist: string): Manifest => JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))

/** What every page begins with. */
export const entriesOf = (manifest: Manifest): string[] => Object.keys(manifest).filter((key) => manifest[key]?.isEntry)

/** The parts of a page that the router fetches. @throws when one of them has no chunk */
export const partsOf = (manifest: Manifest, page: string, parts: readonly RegExp[]): string[] =>
  parts.flatMap((part) => {
    const found = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry && part.test(key))
    if (found.length === 0) throw new Error(`the manifest holds no chunk for ${part} of the page ${page}: was it moved?`)
    return found
  })

/** The chunk of a name. @throws when there is none, or more than one */
export function chunkOf(manifest: Manifest, name: string): string {
  const [found, ...others] = Object.keys(manifest).filter((key) => manifest[key]?.name === name)
  if (found === undefined || others.length > 0)
    throw new Error(`the manifest holds ${others.length + (found ? 1 : 0)} chunks named ${name}`)
  return found
}

/** The files of parts and of all that they import, scripts and style sheets. */
export function filesOf(manifest: Manifest, parts: readonly string[]): Set<string> {
  const keys = new Set(parts)
  for (const key of keys) for (const next of manifest[key]?.imports ?? []) keys.add(next)
  return new Set([...keys].flatMap((key) => [manifest[key]?.file ?? [], manifest[key]?.css ?? []].flat()))
}
