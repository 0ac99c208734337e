import { createConfig, lintFromString } from '@redocly/openapi-core'
import { openApi } from '../../packages/server/src/features/system/openapi.ts'

/** Finds what a public linter of API descriptions says of ours by its recommended rules, warnings too. */
export async function lintApiDescription(): Promise<{ ok: boolean; detail: string; output: string }> {
  const config = await createConfig({ extends: ['recommended'] })
  const lint = (description: object) => lintFromString({ source: JSON.stringify(description), config })
  const { servers: _, ...planted } = openApi()
  if ((await lint(planted)).length === 0) return { ok: false, detail: '', output: 'a description without servers was not found' }
  const problems = await lint(openApi())
  return {
    ok: problems.length === 0,
    detail: `${Object.keys(openApi().paths).length} addresses`,
    output: problems
      .map(({ severity, ruleId, message, location }) => `${severity} ${ruleId} ${location[0]?.pointer}: ${message}`)
      .join('\n'),
  }
}
