import { type Plugin, parseAst } from 'vite'

/* What of the contract a built page carries: how to call the server. That replies keep to their schemas is the server's business. */

/** The files that check a form against a schema of the contract. */
const checking = /features\/auth\/checks\.ts$/
const checked = '?checked'
const noSchemas = '\0no-schemas'

/**
 * Of the contract's endpoints the browser needs method and address; that replies keep to their schema is the server's
 * business. So Zod (25 KB gzipped) is fetched only when somebody fills in a login: elsewhere a schema is an object that lets
 * itself be composed and refuses to check anything. Only in builds: development and tests have the real one.
 */
export const withoutSchemas: Plugin = {
  name: 'without-schemas',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!importer) return null
    const isContract = importer.includes('/packages/contract/')
    const keeps = checking.test(importer) || importer.endsWith(checked)
    if (source === 'zod' && isContract && !keeps) return noSchemas
    if (!keeps || !(source.startsWith('@rodada/contract/') || (isContract && source.startsWith('.')))) return null
    const resolved = await this.resolve(source, importer.replace(checked, ''), { ...options, skipSelf: true })
    return resolved && { ...resolved, id: resolved.id + checked }
  },
  load: (id) =>
    id === noSchemas
      ? `const refuse = () => { throw new Error('this page was built without schemas: see vite.config.ts') }
         export const z = new Proxy(() => {}, { get: (_, key) => /^(safe)?(parse|decode|encode)/i.test(String(key)) ? refuse : z, apply: () => z })`
      : null,
}

/** What of an endpoint only the server reads: whom it lets in, what it checks, what the description of the API says. */
const serversPart = new Set(['access', 'summary', 'params', 'query', 'body', 'reply'])

/**
 * Endpoints keep what the browser calls them by, and what the contract makes while it loads is marked as doing nothing else, so that the
 * bundler leaves out schemas that nobody names any more.
 */
export const callsOnly: Plugin = {
  name: 'calls-only',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/packages\/contract\/.*\.ts$/ },
    handler: (code) => markPure(withoutServersPart(code)),
  },
}

type Node = { type: string; start: number; end: number }
type Literal = Node & { properties: (Node & { key?: { name: string } })[] }

const program = (code: string): { body: Node[] } => parseAst(code, { lang: 'ts' })

/** The first nodes of a tree that are wanted, in the order of their places; those within them and within what is skipped are left out. */
function findNodes(tree: unknown, isWanted: (node: Node) => boolean, skips: RegExp): Node[] {
  if (typeof tree !== 'object' || tree === null) return []
  if ('type' in tree && 'start' in tree) {
    const node = tree as Node
    if (isWanted(node)) return [node]
    if (skips.test(node.type)) return []
  }
  return Object.values(tree).flatMap((part) => findNodes(part, isWanted, skips))
}

function replace(code: string, nodes: readonly Node[], text: (node: Node) => string): string {
  const ends = [0, ...nodes.map(({ end }) => end)]
  return nodes.map((node, index) => code.slice(ends[index], node.start) + text(node)).join('') + code.slice(ends.at(-1))
}

const withoutServersPart = (code: string): string => {
  const names = (node: Node) => (node.type === 'ObjectExpression' ? (node as Literal).properties.map(({ key }) => key?.name) : [])
  const endpoints = findNodes(program(code), (node) => names(node).includes('method') && names(node).includes('url'), /^$/)
  return replace(code, endpoints, (node) => {
    const kept = (node as Literal).properties.filter(({ key }) => !key || !serversPart.has(key.name))
    return `{ ${kept.map(({ start, end }) => code.slice(start, end)).join(', ')} }`
  })
}

const markPure = (code: string): string => {
  const values = findNodes(program(code), ({ type }) => type === 'VariableDeclarator', /Function/)
    .map((node) => (node as Node & { init: Node | null }).init)
    .filter((init) => init !== null)
    .filter((init) => findNodes(init, ({ type }) => type === 'CallExpression', /Function/).length > 0)
  return replace(code, values, ({ start, end }) => `/*#__PURE__*/ (() => (${code.slice(start, end)}))()`)
}
