import { join } from 'node:path'

// Plain JavaScript on purpose: an older Node cannot read the TypeScript of the scripts, but it can read this and say so.
const wanted = 24
const major = Number(process.versions.node.split('.')[0])
const [name, ...args] = process.argv.slice(2)

if (major < wanted) {
  console.error(`\nA Rodada precisa do Node ${wanted}, e este é o ${process.versions.node}.`)
  console.error('Ele vem junto com as dependências: rode "npm ci" e use "npm run …", que encontra a versão certa sozinho.\n')
  process.exit(1)
}
process.argv.splice(2, process.argv.length, ...args)
// As the server does, and where it does: npm start becomes the server.
const { enableCompileCache } = await import('node:module')
enableCompileCache(join(import.meta.dirname, '../.cache/code'))
await import(`./${name}.ts`)
