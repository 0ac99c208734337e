import { existsSync } from 'node:fs'
import { buildServer, serverEntry, serverIsFresh } from './build-server.ts'
import { buildWeb, webEntry, webIsFresh } from './build-web.ts'
import { bin } from './paths.ts'
import type { Built } from './replace-folder.ts'

/** What is built: how it is asked for, its name in a sentence, a file of it, whether it is at least as new as its sources, and how it is made. */
type Part = { key: 'web' | 'server'; name: string; entry: string; isFresh: () => boolean; build: () => Promise<Built> }

/** All that is built before a server starts. */
export const parts: readonly Part[] = [
  { key: 'web', name: 'a interface', entry: webEntry, isFresh: webIsFresh, build: buildWeb },
  { key: 'server', name: 'o servidor', entry: serverEntry, isFresh: serverIsFresh, build: buildServer },
]

/** Builds what is older than its sources. @throws with the build's output when that fails. */
export async function ensureBuilt(announce: (line: string) => void = console.log): Promise<void> {
  for (const { name, entry, isFresh, build } of parts) {
    if (isFresh()) continue
    if (!existsSync(bin('rolldown'))) {
      // An installation without development dependencies (a container, say) carries its build and cannot make another.
      if (existsSync(entry)) continue
      throw new Error(`Falta montar ${name}, e as dependências para isso não estão aqui: rode "npm ci".`)
    }
    announce(`Montando ${name} (só quando muda)…`)
    const { ok, output, seconds } = await build()
    if (!ok) throw new Error(`Não foi possível montar ${name}.\n${output}`)
    announce(`Pronto em ${seconds.toFixed(1)} s.`)
  }
}
