import { openAsBlob, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { importsApi } from '@rodada/contract/boards/imports'
import { Driver } from '../driver.ts'
import type { BoardTarget } from '../loads/boards.ts'
import { medianBy } from '../numbers.ts'
import { callServer, openAccount, openBoard } from '../open-board.ts'
import { Server } from '../server.ts'
import { writeTrelloFile } from '../trello-file.ts'
import type { Plan } from './plan.ts'
import { decimal, ms, type Row, times, whole } from './table.ts'

const players = 200
const votesPerSecond = 200
const boardCards = 1000
const reads = 10
/** What the goals are for: fewer cards are a quick look. */
const goalCards = 20_000
const goalSeconds = 180
/** What the server grows by and what the reader has, together, in MB. */
const goalMb = 400

/** What others wait meanwhile, in milliseconds, both in the middle. */
type Others = { vote: number; board: number; lost: number }
type Measured = { others: Others; seconds: number; fileMb: number; grownMb: number; readerMb: number | undefined }

/** A large board comes from another tool, while others vote and read their boards. */
export async function importRows({ importCards, turns, seconds, say }: Plan): Promise<Row[]> {
  const server = await Server.start('ours', { BOARD_FILES_MAX_BYTES: '1000000000000' })
  const [votes, boards] = [new Driver(), new Driver()]
  const path = join(tmpdir(), `rodada-bench-trello-${process.pid}.json`)
  try {
    await votes.play('seat', { ports: [server.port], bare: false, players, roomSize: 8 })
    const target = await openBoard(server)
    await boards.play('fill', { target, cards: boardCards })
    const turn = () => others(votes, boards, target, seconds)
    // The first turn warms up.
    await turn()
    const quiet: Others[] = []
    for (let index = 0; index < turns; index++) quiet.push(await turn())
    const alone = middle(quiet)
    say(`importação, antes: voto p50 ${ms(alone.vote)}, quadro p50 ${ms(alone.board)}`)
    await writeTrelloFile(path, importCards)
    const { others: beside, fileMb, grownMb, readerMb, seconds: took } = await bring(server, path, turn)
    say(`importação: ${decimal(fileMb)} MB em ${decimal(took)} s, voto p50 ${ms(beside.vote)}, quadro p50 ${ms(beside.board)}`)
    const isWhole = importCards >= goalCards
    const together = readerMb === undefined ? undefined : grownMb + readerMb
    return [
      {
        ...plain(`importar ${whole(importCards)} cartões em ${whole(fileMb)} MB, do envio ao fim, em segundos`, decimal(took)),
        ...(isWhole && { goal: `≤ ${whole(goalSeconds)}`, ok: took <= goalSeconds }),
      },
      plain('… quanto o servidor cresce, em MB', decimal(grownMb)),
      plain('… quanto o leitor ocupa no máximo, em MB', readerMb === undefined ? 'só medido no Linux' : decimal(readerMb)),
      {
        ...plain('… os dois juntos, em MB', together === undefined ? '' : decimal(together)),
        ...(isWhole && together !== undefined && { goal: `≤ ${whole(goalMb)}`, ok: together <= goalMb }),
      },
      compared(`… voto de outros até cada tela enquanto isso, p50 (sem: ${ms(alone.vote)})`, beside.vote, alone.vote),
      compared(
        `… quadro de ${whole(boardCards)} cartões de outros enquanto isso, p50 (sem: ${ms(alone.board)})`,
        beside.board,
        alone.board,
      ),
      { ...plain('… votos perdidos enquanto isso', whole(beside.lost)), goal: '0', ok: beside.lost === 0 },
    ]
  } finally {
    rmSync(path, { force: true })
    await votes.end()
    await boards.end()
    await server.remove()
  }
}

const plain = (name: string, ours: string): Row => ({ name, ours, baseline: '', ratio: '', goal: '', ok: undefined })
/** The ratio is to the same without an import. */
const compared = (name: string, beside: number, alone: number): Row => ({ ...plain(name, ms(beside)), ratio: times(beside / alone) })

async function others(votes: Driver, boards: Driver, target: BoardTarget, seconds: number): Promise<Others> {
  const [voted, read] = await Promise.all([
    votes.play('steady', { votesPerSecond, seconds }),
    boards.play('readPath', { target, path: `/boards/${target.boardId}`, times: reads }),
  ])
  return { vote: voted.p50, board: read.p50, lost: voted.lost }
}

const middle = (turns: readonly Others[]): Others => ({
  vote: medianBy(turns, ({ vote }) => vote).vote,
  board: medianBy(turns, ({ board }) => board).board,
  lost: turns.reduce((sum, { lost }) => sum + lost, 0),
})

/** Sends a file and has it brought, while others do what they do, turn after turn. @throws when it fails */
async function bring(server: Server, path: string, turn: () => Promise<Others>): Promise<Measured> {
  const { token } = await openAccount(server)
  const turns: Others[] = []
  let isUnderWay = true
  const meanwhile = async () => {
    while (isUnderWay) turns.push(await turn())
  }
  let readerMb: number | undefined
  const watch = async () => {
    for (; isUnderWay; await wait(100)) {
      const mb = readerOf(server.pid)
      if (mb !== undefined) readerMb = Math.max(readerMb ?? 0, mb)
    }
  }
  await server.memory()
  const since = performance.now()
  let took = 0
  const { grown } = await server.during(() =>
    Promise.all([
      meanwhile(),
      watch(),
      importFile(server, path, token).finally(() => {
        took = performance.now() - since
        isUnderWay = false
      }),
    ]),
  )
  return { others: middle(turns), seconds: took / 1000, fileMb: statSync(path).size / 1e6, grownMb: grown / 1e6, readerMb }
}

async function importFile(server: Server, path: string, token: string): Promise<void> {
  const url = `http://127.0.0.1:${server.port}/api${importsApi.create.url}?source=trello&name=medido.json`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' }
  const sent = await fetch(url, { method: 'POST', headers, body: await openAsBlob(path) })
  if (!sent.ok) throw new Error(`${sent.status} ${await sent.text()}`)
  const { id } = (await sent.json()) as { id: number }
  const ended = async (status: string): Promise<void> => {
    for (;;) {
      const found = await callServer(server, importsApi.get, {}, token, `/imports/${id}`)
      if (found.status === status) return
      if (found.status !== 'reading' && found.status !== 'running') throw new Error(`${String(found.status)}: ${String(found.message)}`)
      await wait(100)
    }
  }
  await ended('ready')
  await callServer(server, importsApi.run, {}, token, `/imports/${id}/run`)
  await ended('done')
}

/** The highest resident memory so far of the program that reads a file for a server, in MB; undefined while there is none, and off Linux. */
function readerOf(serverPid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  for (const pid of readdirSync('/proc'))
    try {
      const [, , parent] = /\) (\S+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
      if (parent !== String(serverPid) || !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('read-import')) continue
      const [, kb] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
      return kb === undefined ? undefined : (Number(kb) * 1024) / 1e6
    } catch {
      // It is none, or ended between two looks.
    }
  return undefined
}
