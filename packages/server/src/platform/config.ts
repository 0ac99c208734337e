import { compile } from '@fastify/proxy-addr'
import { z } from 'zod'

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on')

/** The settings, one per environment variable. Durations and sizes live in the contract's limits, not here. */
const Settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** The most connections that this process opens to PostgreSQL. */
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(500).default(10),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  /** Lets several installations share one Redis. */
  REDIS_PREFIX: z
    .string()
    .regex(/^[\w:-]{1,60}$/)
    .default('rodada'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Trust X-Forwarded-For of a proxy in front: 'true', a number of hops, or addresses. */
  TRUST_PROXY: z.string().optional(),
  /** Multiplies every rate limit; below 1 is stricter. */
  RATE_LIMIT_FACTOR: z.coerce.number().min(0.01).max(1_000_000).default(1),
  /** Connections of pages that one network address may have open on this process. */
  SOCKETS_PER_ADDRESS: z.coerce.number().int().min(1).default(5000),
  /** The mail server, smtp://user:password@host:587 or smtps://…; without it the program sends no mail. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Who mail comes from, 'Rodada <rodada@exemplo.com.br>' or the address alone. */
  MAIL_FROM: z
    .string()
    .max(320)
    .regex(/^(?:[^<>@\r\n]{1,100} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)
    .optional(),
  /** Seals what the database keeps of second factors. Changing it leaves their owners with the recovery codes. */
  SECRET: z.string().min(32).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  /** The OAuth app with which people connect GitHub: both or neither. */
  GITHUB_CLIENT_ID: z.string().max(200).optional(),
  GITHUB_CLIENT_SECRET: z.string().max(200).optional(),
  /** github.com, or a GitHub Enterprise host with its API. */
  GITHUB_URL: z.url({ protocol: /^https?$/ }).default('https://github.com'),
  GITHUB_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Hosts of this network, 'host' or 'host:port', that people's integrations may reach besides public ones. */
  OUTGOING_HOSTS: z
    .string()
    .regex(/^[a-z0-9.-]+(:\d{1,5})?(\s*,\s*[a-z0-9.-]+(:\d{1,5})?)*$/)
    .optional(),
  /** 'off' keeps every room out of the public list, whatever the room says. */
  PUBLIC_ROOMS: onOff.default(true),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

export type Config = {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  databaseConnections: number
  redisUrl: string | undefined
  redisPrefix: string
  publicUrl: string | undefined
  /** Whether the address at a hop is a proxy of ours; hop 0 is the nearest. */
  trustProxy: (address: string, hop: number) => boolean
  rateLimitFactor: number
  socketsPerAddress: number
  /** undefined when the program sends no mail. */
  mail: { url: string; from: string } | undefined
  /** undefined when second factors are stored as they are. */
  secret: string | undefined
  metricsToken: string | undefined
  /** undefined when people cannot connect GitHub. The addresses end without '/'. */
  github: { clientId: string; clientSecret: string; url: string; apiUrl: string } | undefined
  outgoingHosts: string[]
  publicRooms: boolean
  logLevel: z.infer<typeof Settings>['LOG_LEVEL']
}

/**
 * Reads the settings from environment variables; an empty variable counts as unset.
 * @throws Error with one line per wrong setting, fit to be shown to whoever starts the server.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Settings.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: valor inválido (${issue.message})`)
    throw new Error(`Configuração inválida:\n${lines.join('\n')}\nVeja a tabela de configurações no README.`)
  }
  const settings = parsed.data
  if (settings.REDIS_URL && !settings.DATABASE_URL) {
    throw new Error(
      'Configuração inválida:\n  REDIS_URL: vários processos precisam de DATABASE_URL (PostgreSQL).\nVeja a tabela de configurações no README.',
    )
  }
  if ((settings.GITHUB_CLIENT_ID === undefined) !== (settings.GITHUB_CLIENT_SECRET === undefined)) {
    throw new Error(
      'Configuração inválida:\n  GITHUB_CLIENT_ID: para conectar o GitHub, diga também GITHUB_CLIENT_SECRET, e o contrário.\nVeja a tabela de configurações no README.',
    )
  }
  const { SMTP_URL, MAIL_FROM } = settings
  // Links in mail are not taken from a request's Host header, which whoever asks for the mail may choose.
  if (SMTP_URL && !(MAIL_FROM && settings.PUBLIC_URL)) {
    throw new Error(
      'Configuração inválida:\n  SMTP_URL: para enviar e-mails, diga também MAIL_FROM e PUBLIC_URL.\nVeja a tabela de configurações no README.',
    )
  }
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    databaseConnections: settings.DATABASE_CONNECTIONS,
    redisUrl: settings.REDIS_URL,
    redisPrefix: settings.REDIS_PREFIX,
    publicUrl: settings.PUBLIC_URL,
    trustProxy: trustProxy(settings.TRUST_PROXY),
    rateLimitFactor: settings.RATE_LIMIT_FACTOR,
    socketsPerAddress: settings.SOCKETS_PER_ADDRESS,
    mail: SMTP_URL && MAIL_FROM ? { url: SMTP_URL, from: MAIL_FROM } : undefined,
    secret: settings.SECRET,
    metricsToken: settings.METRICS_TOKEN,
    github: github(settings),
    outgoingHosts: settings.OUTGOING_HOSTS?.split(',').map((host) => host.trim()) ?? [],
    publicRooms: settings.PUBLIC_ROOMS,
    logLevel: settings.LOG_LEVEL,
  }
}

function github(settings: z.output<typeof Settings>): Config['github'] {
  const { GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret } = settings
  if (!clientId || !clientSecret) return undefined
  const url = settings.GITHUB_URL.replace(/\/+$/, '')
  const usual = url === 'https://github.com' ? 'https://api.github.com' : `${url}/api/v3`
  return { clientId, clientSecret, url, apiUrl: (settings.GITHUB_API_URL ?? usual).replace(/\/+$/, '') }
}

function trustProxy(value: string | undefined): Config['trustProxy'] {
  if (value === undefined || value === 'false') return () => false
  if (value === 'true') return () => true
  if (/^\d+$/.test(value)) return (_address, hop) => hop < Number(value)
  try {
    return compile(value.split(',').map((address) => address.trim()))
  } catch {
    throw new Error('Configuração inválida:\n  TRUST_PROXY: use true, um número de proxies ou endereços separados por vírgula.')
  }
}
