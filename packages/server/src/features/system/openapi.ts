import { api } from '@rodada/contract/core/api'
import type { Endpoint } from '@rodada/contract/core/endpoint'
import { ErrorReply } from '@rodada/contract/core/errors'
import { z } from 'zod'
import { version } from '../../platform/version.ts'
import { type PlainCall, plainCalls } from './plain-calls.ts'

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => z.toJSONSchema(schema, { io, unrepresentable: 'any' })
const json = (schema: z.ZodType, io: 'input' | 'output') => ({ content: { 'application/json': { schema: schemaOf(schema, io) } } })

const fileReply = (type: string) => ({ content: { [type]: { schema: { type: 'string' } } } })

const pathOf = (url: string) => `/api${url.replace(/:(\w+)/g, '{$1}')}`
const pathParameters = (url: string) =>
  [...url.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))

/** Query parameters, as the schema parses them. */
function queryParameters(query: z.ZodType): object[] {
  const { properties = {} } = schemaOf(query, 'output')
  const { required = [] } = schemaOf(query, 'input')
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }))
}

/** The OpenAPI 3.1 description of every call, generated from the contract, and of the few plain calls beside it. */
export function openApi(): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [feature, calls] of Object.entries(api as Record<string, Record<string, Endpoint>>)) {
    for (const [name, call] of Object.entries(calls)) {
      const path = pathOf(call.url)
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: describe(`${feature}.${name}`, feature, call) }
    }
  }
  for (const call of plainCalls) {
    const path = pathOf(call.url)
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: describePlain(call) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Rodada', version, description: 'Planning poker, quadros e sprints. Tempo real por Socket.IO em /socket.io/.' },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
  }
}

function describe(operationId: string, tag: string, call: Endpoint): object {
  const errors = { description: 'Erro', ...json(ErrorReply, 'output') }
  return {
    operationId,
    tags: [tag],
    summary: call.summary,
    ...(call.access !== 'open' && { security: [{ bearer: [] }] }),
    parameters: [...pathParameters(call.url), ...(call.query ? queryParameters(call.query) : [])],
    ...(call.upload && {
      requestBody: { required: true, content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } },
    }),
    ...(call.body && { requestBody: { required: true, ...json(call.body, 'input') } }),
    responses: {
      '200': { description: 'Feito', ...(call.download ? fileReply(call.download) : json(call.reply, 'output')) },
      default: errors,
    },
  }
}

function describePlain({ url, tag, summary, query = [], headers = [], body, reply }: PlainCall): object {
  const named = (place: 'query' | 'header', required: boolean) => (name: string) => ({
    name,
    in: place,
    required,
    schema: { type: 'string' },
  })
  return {
    tags: [tag],
    summary,
    parameters: [...pathParameters(url), ...query.map(named('query', false)), ...headers.map(named('header', true))],
    ...(body && { requestBody: { required: true, content: Object.fromEntries(body.map((type) => [type, { schema: {} }])) } }),
    responses: {
      [reply.status]: { description: reply.description },
      default: { description: 'Erro', ...json(ErrorReply, 'output') },
    },
  }
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** A page for people, without script: each call, its input and its answer. */
export function openApiPage(): string {
  const calls = Object.entries(api as Record<string, Record<string, Endpoint>>)
    .map(([feature, group]) => `<h2>${escapeHtml(feature)}</h2>${Object.values(group).map(section).join('')}`)
    .join('')
  const plain = plainCalls
    .map(({ method, url, summary }) => `<section>${heading(method, url)}<p>${escapeHtml(summary)}</p></section>`)
    .join('')
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>API · Rodada</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#1d1c18;background:#fff}code,pre{font-size:14px}pre{background:#f5f4f1;padding:12px;border-radius:8px;overflow:auto}h3 code{background:#e0f1f7;padding:2px 6px;border-radius:4px}</style></head>
<body><h1>API da Rodada</h1><p>A mesma descrição para programas: <a href="/api/openapi.json">/api/openapi.json</a>. Envie o token como <code>Authorization: Bearer …</code>.</p>${calls}<h2>sem JSON</h2>${plain}</body></html>`
}

const heading = (method: string, url: string) => `<h3><code>${method} /api${escapeHtml(url)}</code></h3>`

function section(call: Endpoint): string {
  const block = (title: string, schema: z.ZodType, io: 'input' | 'output') =>
    `<details><summary>${title}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(schemaOf(schema, io), null, 2))}</pre></details>`
  return `<section>${heading(call.method, call.url)}<p>${escapeHtml(call.summary)}${call.access === 'open' ? '' : ' · pede sessão'}</p>${
    call.query ? block('Consulta', call.query, 'output') : ''
  }${call.body ? block('Corpo', call.body, 'input') : ''}${block('Resposta', call.reply, 'output')}</section>`
}
