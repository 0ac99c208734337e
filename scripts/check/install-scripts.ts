import { readFileSync } from 'node:fs'
import { at } from '../lib/paths.ts'

/** Packages whose script may run during the installation, each with the reason. package.json's `allowScripts` names the same. */
const allowed: Record<string, string> = {
  node: 'puts the Node that the program needs in place, so that nobody has to install it',
}

/** Fails when a package with an install script comes along that nobody looked at, or one of the list has none any more. */
export async function findInstallScripts(): Promise<{ ok: boolean; output: string }> {
  const { packages } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean; optional?: boolean }>
  }
  const { allowScripts } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { allowScripts: Record<string, boolean> }
  const named = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? [path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)] : [],
  )
  const found = [...new Set(named)].sort()
  const problems = [
    ...found.filter((name) => !(name in allowed)).map((name) => `${name} runs a script when it is installed and is not on the list`),
    ...Object.keys(allowed)
      .filter((name) => !found.includes(name))
      .map((name) => `${name} runs no script any more: take it off the list`),
    ...Object.keys(allowScripts)
      .filter((name) => !(name in allowed))
      .map((name) => `package.json allows ${name}, which is not on the list`),
    ...Object.keys(allowed)
      .filter((name) => !allowScripts[name])
      .map((name) => `package.json does not allow ${name}`),
  ]
  return { ok: problems.length === 0, output: problems.join('\n') }
}
