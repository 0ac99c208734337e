import { relative } from 'node:path'
import ts from 'typescript'
import { at } from '../lib/paths.ts'
import { programOf } from './program.ts'

/** What only closing a page or its browser undoes. Tabs go from one journey to the next (docs/decisions/0051), which would get it too. */
const lasting = new Set([
  ...['addCookies', 'addInitScript', 'addLocatorHandler', 'clearPermissions', 'clock', 'credentials', 'emulateMedia', 'exposeBinding'],
  ...['exposeFunction', 'grantPermissions', 'newCDPSession', 'route', 'routeFromHAR', 'routeWebSocket', 'setDefaultNavigationTimeout'],
  ...['setDefaultTimeout', 'setExtraHTTPHeaders', 'setGeolocation', 'setHTTPCredentials', 'setOffline', 'setStorageState'],
  ...['addListener', 'on', 'once', 'prependListener', 'removeAllListeners', 'setViewportSize'],
])
/** What opens tabs, and what watches them all for as long as they are open. */
const openers = ['e2e/harness/tabs.ts', 'e2e/harness/watch.ts']

/** Every line that ends in `// breach` must be found, and no other. */
const planted = {
  path: at('e2e/journeys/planted-changes.ts'),
  text: `import type { BrowserContext, Page } from '@playwright/test'
import { notHandedOn } from '../harness/tabs.ts'
export async function planted(page: Page, context: BrowserContext, tab: { page: Page }): Promise<void> {
  await page.route('**', (route) => route.abort()) // breach
  await tab.page.context().setOffline(true) // breach
  await tab.page.clock.install() // breach
  const { clock } = page // breach
  const other = context
  await other.addInitScript('') // breach
  other.on('page', (opened) => void opened.once('close', () => clock.resume())) // breach
  await notHandedOn(page).route('**', (route) => route.abort())
  const { clock: own } = notHandedOn(context)
  await own.install()
  const devtools = await notHandedOn(context).newCDPSession(page)
  devtools.on('close', () => undefined)
  await page.unroute('**')
}
`,
}

/** Finds what journeys do to a page or its browser that the next one would notice, without `notHandedOn` to close them in the end. */
export async function findChangesHandedOn(): Promise<{ ok: boolean; detail: string; output: string }> {
  const { program, files } = programOf('.', (path) => path.startsWith(at('e2e/')), planted)
  const checker = program.getTypeChecker()
  const found: { path: string; line: number; name: string }[] = []
  for (const path of files.filter((file) => !openers.includes(relative(at('.'), file)))) {
    const source = program.getSourceFile(path)
    if (!source) return { ok: false, detail: '', output: `${path} could not be read` }
    const visit = (node: ts.Node): void => {
      const name = openChange(node, checker)
      if (name) found.push({ path, name, line: source.getLineAndCharacterOfPosition(node.getEnd()).line + 1 })
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  const isPlanted = ({ path }: { path: string }) => path === planted.path
  const lines = planted.text.split('\n').flatMap((line, index) => (line.endsWith('// breach') ? index + 1 : []))
  const output = found
    .filter((one) => !isPlanted(one))
    .map(({ path, line, name }) => `${relative(at('.'), path)}:${line}: ${name} stays with a tab: notHandedOn(…).${name}`)
  const linesFound = [...new Set(found.filter(isPlanted).map(({ line }) => line))]
  if (linesFound.join() !== lines.join()) output.push(`planted on the lines ${lines.join()}, found on ${linesFound.join()}`)
  return { ok: output.length === 0, detail: `${files.length - 1} files`, output: output.join('\n') }
}

/** The name of what a node takes from a page or its browser to change it for as long as it is open, if it does. */
function openChange(node: ts.Node, checker: ts.TypeChecker): string | undefined {
  const isAccess = ts.isPropertyAccessExpression(node)
  if (!isAccess && !(ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent))) return undefined
  const name = (isAccess ? node.name : (node.propertyName ?? node.name)).getText()
  if (!lasting.has(name)) return undefined
  const of = isAccess ? node.expression : node.parent
  if (!['Page', 'BrowserContext'].includes(checker.getTypeAtLocation(of).symbol?.name ?? '')) return undefined
  const from = isAccess ? of : ts.isVariableDeclaration(of.parent) ? of.parent.initializer : undefined
  const isMarked = from && ts.isCallExpression(from) && from.expression.getText() === 'notHandedOn'
  return isMarked ? undefined : name
}
