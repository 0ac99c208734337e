import { api } from '@rodada/contract/core/api'
import type { Endpoint } from '@rodada/contract/core/endpoint'
import { errorsOf } from '@rodada/contract/core/error-replies'
import { ErrorReply } from '@rodada/contract/core/errors'
import { tokenReach, tokenScope } from '@rodada/contract/core/token-reach'
import type { z } from 'zod'
import { version } from '../../platform/version.ts'
import { exampleOf } from './examples.ts'
import { createSchemas, type Schemas } from './openapi-schemas.ts'
import { type PlainCall, plainCalls } from './plain-calls.ts'

/** Every call of the contract, with the feature it belongs to and its name there. */
export const calls: readonly { feature: string; name: string; call: Endpoint }[] = Object.entries(
  api as Record<string, Record<string, Endpoint>>,
).flatMap(([feature, group]) => Object.entries(group).map(([name, call]) => ({ feature, name, call })))

const errorWords: Record<number, string> = {
  400: 'Algo do pedido não serve; `fields` diz o quê',
  401: 'Sem sessão, ou com uma que terminou',
  403: 'Com sessão, mas sem o direito',
  404: 'Não existe, ou quem pede não vê',
  409: 'Não combina com o que há agora; de uma mudança atrasada, `current` é o que há',
  413: 'Grande demais',
  415: 'Um corpo comprimido, ou de um tipo que não se lê',
  421: 'O endereço não é o desta instalação',
  429: 'Pedidos demais; `Retry-After` diz quando voltar, em segundos',
  500: 'Uma falha da Rodada, que está no registro dela',
  503: 'Começando, parando ou sem o banco; tente de novo',
  507: 'O disco da instalação está cheio; nada mudou',
}
const errorName = (status: number) => `Error${status}`

const pathOf = (url: string) => `/api${url.replace(/:(\w+)/g, '{$1}')}`
const pathParameters = (url: string, schemas: Schemas, params?: z.ZodType) => {
  const { properties = {} } = params ? schemas.within(params, 'input') : {}
  return [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: (properties as Record<string, object>)[name] ?? { type: 'string' },
  }))
}

/** Query parameters, as the schema parses them. */
function queryParameters(query: z.ZodType, schemas: Schemas): object[] {
  const { properties = {} } = schemas.within(query, 'output')
  const { required = [] } = schemas.within(query, 'input')
  return Object.entries(properties as object).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (required as string[]).includes(name),
    schema,
  }))
}

type Description = { openapi: string; info: object; servers: object[]; components: object; paths: Record<string, Record<string, object>> }

/** The OpenAPI 3.1 description of every call, generated from the contract, and of the few plain calls beside it. */
export function openApi(): Description {
  const schemas = createSchemas(
    calls.flatMap(({ call: { params, query, body } }) => [params, query, body].filter((schema) => schema !== undefined)),
    [ErrorReply, ...calls.flatMap(({ call: { query, reply } }) => (query ? [query, reply] : [reply]))],
  )
  const paths: Record<string, Record<string, object>> = {}
  const add = (method: string, url: string, operation: object) => {
    paths[pathOf(url)] = { ...paths[pathOf(url)], [method.toLowerCase()]: operation }
  }
  for (const { feature, name, call } of calls) add(call.method, call.url, describe(`${feature}.${name}`, feature, call, schemas))
  for (const call of plainCalls) add(call.method, call.url, describePlain(call, schemas))
  const error = { content: { 'application/json': { schema: schemas.of(ErrorReply, 'output') } } }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rodada',
      version,
      description: 'Planning poker, quadros e sprints. Tempo real por Socket.IO em /socket.io/.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'Esta instalação' }],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A sessão que o login responde em `token`' },
        personalToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'rdd_…',
          description:
            'Um token pessoal, criado em Configurações, Programas. De leitura, só faz GET; com alguns quadros, só o que é deles: o resto responde 403, e outro quadro, 404',
        },
      },
      schemas: schemas.named(),
      responses: Object.fromEntries(
        Object.entries(errorWords).map(([status, description]) => [errorName(Number(status)), { description, ...error }]),
      ),
    },
    paths,
  }
}

const errorReplies = (statuses: readonly number[]) =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${errorName(status)}` }]))

function describe(operationId: string, tag: string, call: Endpoint, schemas: Schemas): object {
  const file = (type: string) => ({ [type]: { schema: { type: 'string', format: 'binary' } } })
  const json = (schema: z.ZodType, io: 'input' | 'output') => ({ 'application/json': { schema: schemas.of(schema, io) } })
  const isJson = call.download === undefined || call.download === 'application/json'
  const content = call.upload
    ? file('application/octet-stream')
    : call.body && { 'application/json': { schema: schemas.of(call.body, 'input'), example: exampleOf(call.body) } }
  return {
    operationId,
    tags: [tag],
    summary: call.summary,
    security: securityOf(call),
    parameters: [...pathParameters(call.url, schemas, call.params), ...(call.query ? queryParameters(call.query, schemas) : [])],
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      '200': { description: 'Feito', content: isJson ? json(call.reply, 'output') : file(call.download ?? '') },
      ...errorReplies(errorsOf(call)),
    },
  }
}

/** A session, or a token where one reaches; what is open asks for none. */
const securityOf = (call: Endpoint): object[] => {
  if (call.access === 'open') return []
  return takesTokens(call) ? [{ bearer: [] }, { personalToken: [] }] : [{ bearer: [] }]
}

const takesTokens = (call: Endpoint): boolean => ['board', 'account'].includes(tokenReach(call) ?? 'never')

/** What a call asks for, in words. */
export function askedOf(call: Endpoint): string {
  if (call.access === 'open') return ''
  if (!takesTokens(call)) return 'pede sessão'
  const scope = tokenScope(call) === 'read' ? 'de leitura ou de escrita' : 'de escrita'
  return `pede sessão, ou token ${scope}${tokenReach(call) === 'account' ? ' de todos os quadros' : ''}`
}

function describePlain({ name, url, tag, summary, headers = [], body, reply, errors }: PlainCall, schemas: Schemas): object {
  const header = (parameter: string) => ({ name: parameter, in: 'header', required: true, schema: { type: 'string' } })
  return {
    operationId: `${tag}.${name}`,
    tags: [tag],
    summary,
    security: [],
    parameters: [...pathParameters(url, schemas), ...headers.map(header)],
    ...(body && { requestBody: { required: true, content: Object.fromEntries(body.map((type) => [type, { schema: {} }])) } }),
    responses: { [reply.status]: { description: reply.description }, ...errorReplies(errors) },
  }
}
