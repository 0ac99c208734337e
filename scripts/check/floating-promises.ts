import ts from 'typescript'
import { at } from '../lib/paths.ts'
import { programOf } from './program.ts'

/** What must be found: a check of rights whose answer nobody waits for lets everybody pass. */
const planted = {
  path: at('packages/server/src/features/boards/planted-floating-promise.ts'),
  text: `import type { Db } from '../../platform/database.ts'
import { type Actor, getBoardAccess } from './queries.ts'
export async function planted(db: Db, viewer: Actor): Promise<void> {
  getBoardAccess(db, viewer, 1)
}
`,
}

/**
 * No statement of the server leaves a promise to itself: it is awaited, given on, caught, or marked with `void` where nobody
 * is meant to wait. A planted one must be found. Biome's own rule does not see what other files export.
 */
export async function findFloatingPromises(): Promise<{ ok: boolean; detail: string; output: string }> {
  const isOurs = (path: string) => path.includes('/src/') && !path.endsWith('.test.ts')
  const { program, files } = programOf('packages/server', isOurs, planted)
  const checker = program.getTypeChecker()

  const found: { path: string; line: number }[] = []
  for (const path of files) {
    const source = program.getSourceFile(path)
    if (!source) return { ok: false, detail: '', output: `${path} could not be read` }
    const visit = (node: ts.Node): void => {
      if (ts.isExpressionStatement(node) && isFloating(node.expression, checker))
        found.push({ path, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1 })
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  const seen = found.some(({ path }) => path === planted.path)
  const own = found.filter(({ path }) => path !== planted.path)
  const output = own.map(({ path, line }) => `${path}:${line}: nobody waits for this promise`)
  if (!seen) output.push('the planted promise that nobody waits for was not found')
  return { ok: output.length === 0, detail: `${files.length - 1} files`, output: output.join('\n') }
}

/** `may && send()` is a way to write a statement. */
const shortCuts = new Set([ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken])

/** Whether an expression is a promise that is neither caught nor has both of its ends told what to do. */
function isFloating(expression: ts.Expression, checker: ts.TypeChecker): boolean {
  if (ts.isParenthesizedExpression(expression)) return isFloating(expression.expression, checker)
  if (ts.isBinaryExpression(expression)) return shortCuts.has(expression.operatorToken.kind) && isFloating(expression.right, checker)
  if (ts.isConditionalExpression(expression)) return isFloating(expression.whenTrue, checker) || isFloating(expression.whenFalse, checker)
  if (!ts.isCallExpression(expression)) return false
  const { expression: called, arguments: given } = expression
  if (ts.isPropertyAccessExpression(called)) {
    if (called.name.text === 'catch' && given.length > 0) return false
    if (called.name.text === 'then' && given.length > 1) return false
    if (called.name.text === 'finally') return isFloating(called.expression, checker)
  }
  const type = checker.getTypeAtLocation(expression)
  // What only can be waited for, as Fastify's replies and plugins, is none.
  return (type.isUnion() ? type.types : [type]).some((part) => part.getSymbol()?.name === 'Promise')
}
