/**
 * The bare server that our boards are compared with: Fastify and node:sqlite with the same durability, one insert of a card
 * without asking who wants it or whether they may, one update for a move, and a board's bytes as they come from memory.
 */
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import compress from '@fastify/compress'
import Fastify from 'fastify'

const database = new DatabaseSync(join(process.env.DATA_DIR ?? '.', 'bare.sqlite'))
database.exec(`
  pragma journal_mode = wal;
  pragma synchronous = full;
  create table cards (
    id integer primary key autoincrement,
    list_id integer not null,
    title text not null,
    description text not null,
    priority text not null,
    rank text not null
  ) strict;
`)
const insert = database.prepare('insert into cards (list_id, title, description, priority, rank) values (?, ?, ?, ?, ?) returning *')
const move = database.prepare('update cards set list_id = ?, rank = ? where id = ? returning *')

type NewCard = { title: string; description?: string; priority?: string }

const http = Fastify({ bodyLimit: 16 * 1024 * 1024 })
await http.register(compress, { threshold: 1024 })
let rank = 0
let board = '{}'
http.get('/api/health', async () => ({ status: 'ok' }))
http.post<{ Params: { listId: string }; Body: NewCard }>('/api/boards/:boardId/lists/:listId/cards', async ({ params, body }) =>
  insert.get(Number(params.listId), body.title, body.description ?? '', body.priority ?? 'medium', String(++rank).padStart(9, '0')),
)
http.put<{ Params: { cardId: string }; Body: { list_id: number } }>('/api/cards/:cardId/move', async ({ params, body }) =>
  move.get(body.list_id, String(++rank).padStart(9, '0'), Number(params.cardId)),
)
// The same bytes as ours, handed over once.
http.put('/api/board', async ({ body }) => {
  board = JSON.stringify(body)
  return {}
})
// The least that a page can be: what the browser itself takes.
http.get('/vazia', async (_request, reply) =>
  reply.type('text/html').send('<!doctype html><title>Vazia</title><body><script type="module" src="/vazia.js"></script>'),
)
http.get('/vazia.js', async (_request, reply) =>
  reply.type('text/javascript').send("document.body.append(Object.assign(document.createElement('main'), { textContent: 'Olá' }))"),
)
http.get('/api/boards/:boardId', async (_request, reply) => reply.type('application/json').send(board))

await http.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
console.log((http.server.address() as AddressInfo).port)
process.once('SIGTERM', () => process.exit(0))
