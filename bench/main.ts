/**
 * npm run bench: how fast Rodada is, beside bare servers in the same run.
 * `--short` for a quick look, `--save` writes results.md, names of rows (votos, processos, logins, sala, entrada, memoria, quadros, aberturas, busca, pagina, cartao, arquivos, visoes, sprints, previsao, importacao, grande, inicio, web, peso) run only those.
 */
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { ensureBuilt } from '../scripts/lib/build.ts'
import { at } from '../scripts/lib/paths.ts'
import { buildMeasured } from './built.ts'
import { bigRoomRows } from './rows/big-room.ts'
import { boardPageRows } from './rows/board-page.ts'
import { boardViewRows } from './rows/board-views.ts'
import { boardRows } from './rows/boards.ts'
import { cardPageRows } from './rows/card-page.ts'
import { entranceRows } from './rows/entrance.ts'
import { fanOutRows } from './rows/fan-out.ts'
import { forecastRows } from './rows/forecast.ts'
import { importRows } from './rows/imports.ts'
import { largeRows } from './rows/large.ts'
import { memoryRows } from './rows/memory.ts'
import { openingRows } from './rows/openings.ts'
import type { Plan } from './rows/plan.ts'
import { processRows } from './rows/processes.ts'
import { searchRows } from './rows/search.ts'
import { signInRows } from './rows/sign-ins.ts'
import { sprintRows } from './rows/sprints.ts'
import { startRows } from './rows/start.ts'
import { type Row, tableOf } from './rows/table.ts'
import { uploadRows } from './rows/uploads.ts'
import { webRows } from './rows/web.ts'
import { weightRows } from './rows/weight.ts'
import { pinned } from './server.ts'

const parts = {
  votos: fanOutRows,
  processos: processRows,
  logins: signInRows,
  sala: bigRoomRows,
  entrada: entranceRows,
  memoria: memoryRows,
  quadros: boardRows,
  aberturas: openingRows,
  busca: searchRows,
  pagina: boardPageRows,
  cartao: cardPageRows,
  arquivos: uploadRows,
  visoes: boardViewRows,
  sprints: sprintRows,
  previsao: forecastRows,
  importacao: importRows,
  grande: largeRows,
  inicio: startRows,
  web: webRows,
  peso: weightRows,
}

const args = process.argv.slice(2)
const isShort = args.includes('--short')
const chosen = args.filter((arg) => !arg.startsWith('--'))
const plan: Plan = {
  runs: isShort ? 1 : 3,
  opens: isShort ? 5 : 9,
  turns: isShort ? 3 : 9,
  seconds: 2,
  connections: 1000,
  idleConnections: 2000,
  roomOf: 1000,
  importCards: isShort ? 500 : 20_000,
  company: isShort
    ? { boards: 300, people: 2000, rooms: 3000, auditEntries: 50_000 }
    : { boards: 3000, people: 20_000, rooms: 30_000, auditEntries: 500_000 },
  say: (line) => console.error(line),
}

await ensureBuilt(plan.say)
await buildMeasured()
const rows: Row[] = []
for (const [name, measure] of Object.entries(parts)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  try {
    const measured = await measure(plan)
    rows.push(...measured)
    // A run of an hour that is cut off has said what it measured until then.
    plan.say(`\n${tableOf(measured)}\n`)
  } catch (error) {
    // What the others measured in half an hour is kept.
    console.error(error)
    rows.push({ name: `${name}: a medida falhou`, ours: '', baseline: '', ratio: '', goal: '', ok: false })
  }
}
const table = tableOf(rows)
console.log(`\n${table}\n`)
if (args.includes('--save')) writeFileSync(at('bench/results.md'), page(table))
process.exit(rows.some(({ ok }) => ok === false) ? 1 : 0)

function page(results: string): string {
  const [first] = cpus()
  const command = isShort ? 'npm run bench -- --short --save' : 'npm run bench -- --save'
  const once = isShort ? ';\nna forma curta, as linhas da sala de 1.000 pessoas e da memória são uma medida só' : ''
  const cores = pinned ? 'servidor e gerador de carga em um núcleo cada' : 'servidor e gerador de carga dividindo os núcleos'
  return `# Medidas

\`${command}\` escreveu esta página em ${new Date().toISOString().slice(0, 10)}: Node ${process.versions.node}, ${process.platform},
${cpus().length} núcleos (${first?.model ?? 'modelo desconhecido'}), ${cores}. Cada linha é a mediana de medidas alternadas dos dois servidores${once};
a coluna "servidor nu" é \`bench/baseline-socketio.ts\`, que só repassa o voto à sala sem conferir nem guardar nada e grava em um arquivo o que lhe enviam, e, para os
quadros, \`bench/baseline-fastify.ts\`, que só grava uma linha, manda os mesmos bytes ou serve uma página vazia. PostgreSQL e Redis,
onde aparecem, rodam na mesma máquina e dividem com todos os seus núcleos.
O que fazer com estes números está em [docs/crescer.md](../docs/crescer.md).
Compare razões, não milissegundos: eles são desta máquina.

${results}
`
}
