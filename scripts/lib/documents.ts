import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Language, languages } from '@rodada/contract/core/languages'
import { at, bin } from './paths.ts'
import { run } from './processes.ts'
import { chunkOf, entriesOf, filesOf, type Manifest, partsOf, readManifest } from './web-manifest.ts'

/**
 * Pages with a document of their own, which names what the page is about to load: a phone asks for all of it at once, instead of asking for the
 * next part when the one before has come, and `later` the chunk that its screen fetches by itself. The server knows them by these names: packages/server/src/platform/http/web-pages.ts
 */
const pages: Record<'landing' | 'seat' | 'login' | 'room', { screen: RegExp; texts: string; later?: string }> = {
  landing: { screen: /features\/landing\/LandingScreen\.tsx$/, texts: 'landing' },
  seat: { screen: /features\/auth\/LoginScreen\.tsx$/, texts: 'auth' },
  login: { screen: /features\/auth\/LoginScreen\.tsx$/, texts: 'auth' },
  room: { screen: /features\/rooms\/RoomScreen\.tsx$/, texts: 'rooms', later: 'socket-io' },
}
type Page = keyof typeof pages

/** Who opens these has nothing of ours yet: their styles are in the document, because each file would be one more way there and back before the first paint. */
const firstVisits: readonly string[] = ['landing', 'seat'] satisfies Page[]

/** Whom a first view is for, where the others are led elsewhere: public/theme.js. */
const viewers = { seat: 'guests', room: 'seated' } as const

/** The first views, by page, and the description of the product. */
type Views = { landing: string; seat: string; room: string; description: string }

/** Writes `<page>.<language>.html` into a finished build. @throws when a first view cannot be drawn */
export async function writeDocuments(dist: string): Promise<void> {
  const template = readFileSync(join(dist, 'index.html'), 'utf8')
  const manifest = readManifest(dist)
  const part = (pattern: RegExp) => pattern.exec(template)?.[0] ?? ''
  const program = entriesOf(manifest).map((entry) => `/${manifest[entry]?.file}`)
  for (const { language, description, ...views } of await drawFirstViews(dist)) {
    for (const page of Object.keys(pages) as Page[]) {
      const { scripts, styles } = partFiles(manifest, page, language)
      const links = styles.map((file) => `<link rel="stylesheet" crossorigin href="${file}">`)
      const parts = {
        '<html lang="pt-BR">': `<html lang="${language}">`,
        [part(/<meta name="description" content="[^"]*"/)]: `<meta name="description" content="${description}"`,
      }
      const preloads = scripts.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`)
      const markup = page in views ? views[page as keyof typeof views] : undefined
      const whom = page in viewers ? ` data-for="${viewers[page as keyof typeof viewers]}"` : ''
      const own =
        markup === undefined
          ? { '  </head>': lines([...links, ...preloads]) }
          : {
              ...{ '<html ': `<html data-first-view="shown"${whom} `, '<div id="root"></div>': `<div id="root">${markup}</div>` },
              [part(/<script type="module"[^>]*><\/script>/)]:
                `<script src="/after-paint.js" data-files="${[...program, ...scripts].join(' ')}" defer></script>`,
              '  </head>': lines(links),
            }
      const document = edited(edited(template, parts), own)
      writeFileSync(join(dist, `${page}.${language}.html`), firstVisits.includes(page) ? withStyles(document, dist) : document)
    }
  }
}

/** The document with its style sheets in it. */
const withStyles = (document: string, dist: string): string =>
  document.replaceAll(
    /<link rel="stylesheet" crossorigin href="([^"]+)">/g,
    (_, file: string) => `<style>${readFileSync(join(dist, file), 'utf8').trim()}</style>`,
  )

const lines = (links: readonly string[]): string => [...links.map((link) => `    ${link}\n`), '  </head>'].join('')

/** @throws when the template has changed and a part is not found in it */
function edited(template: string, parts: Record<string, string>): string {
  return Object.entries(parts).reduce((text, [from, to]) => {
    if (from === '' || !text.includes(from)) throw new Error(`index.html has no ${from || 'description'}`)
    return text.replace(from, () => to)
  }, template)
}

/** What the page loads besides what the document of every page names. */
function partFiles(manifest: Manifest, page: Page, language: Language): { scripts: string[]; styles: string[] } {
  const { screen, texts, later } = pages[page]
  const folder = `i18n/${language.toLowerCase()}`
  // Portuguese is in the first file of every visit.
  const catalogue = language === languages[0] ? [] : [new RegExp(`${folder}/catalogue\\.ts$`)]
  const parts = partsOf(manifest, page, [screen, new RegExp(`${folder}/${texts}\\.ts$`), ...catalogue])
  const known = filesOf(manifest, entriesOf(manifest))
  if (later) parts.push(chunkOf(manifest, later))
  const files = [...filesOf(manifest, parts)].filter((file) => !known.has(file)).map((file) => `/${file}`)
  const isStyle = (file: string) => file.endsWith('.css')
  return { scripts: files.filter((file) => !isStyle(file)), styles: files.filter(isStyle) }
}

/** Builds what draws pages outside of a browser, and has them drawn in each language. */
async function drawFirstViews(dist: string): Promise<({ language: Language } & Views)[]> {
  const folder = `${dist}-first-view`
  try {
    const { code, output } = await run(
      bin('vite'),
      ['build', '--ssr', 'src/first-view.tsx', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'],
      { cwd: at('packages/web'), env: { NODE_ENV: 'production' } },
    )
    if (code !== 0) throw new Error(output)
    const made: { firstViews: (language: Language) => Promise<Views> } = await import(pathToFileURL(join(folder, 'first-view.js')).href)
    const views = []
    // One after another: they share the language that is spoken.
    for (const language of languages) views.push({ language, ...(await made.firstViews(language)) })
    return views
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
