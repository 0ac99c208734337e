import { isIP } from 'node:net'
import { join } from 'node:path'
import { compile } from '@fastify/proxy-addr'
import { domainText, isDomain } from '@rodada/contract/auth/sign-up'
import { limits } from '@rodada/contract/core/limits'
import { z } from 'zod'
import type { Bucket } from './files/s3-signature.ts'
import { StartRefusal } from './http/errors.ts'

/** Decimals only: a value that JavaScript also takes for a number, such as 0x1F90 or 1e3, is most likely a mistake. */
const decimal = z
  .string()
  .regex(/^\s*\d+(\.\d+)?\s*$/)
  .transform(Number)
const decimalWithin = (min: number, max: number) => decimal.pipe(z.number().min(min).max(max))
const integerWithin = (min: number, max: number) => decimal.pipe(z.int().min(min).max(max))

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on')

/** The settings, one per environment variable. Durations and sizes live in the contract's limits, not here. */
const Settings = z.object({
  PORT: integerWithin(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  /** Where files of cards are; several processes share it. */
  FILES_DIR: z.string().min(1).optional(),
  /** The most bytes of one file, and of all files of a board. */
  FILE_MAX_BYTES: integerWithin(1, 2_000_000_000).default(limits.fileBytes),
  BOARD_FILES_MAX_BYTES: integerWithin(1, Number.MAX_SAFE_INTEGER).default(limits.boardFileBytes),
  /** What files leave free on their disk. */
  FILES_KEEP_FREE_BYTES: integerWithin(0, Number.MAX_SAFE_INTEGER).default(limits.diskKeptFree),
  /** A bucket for the files of cards instead of the folder: all of these or none, and us-east-1 where no region is said. */
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .regex(/^[^?#]*$/)
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]{1,60}$/)
    .default('us-east-1'),
  S3_ACCESS_KEY: z.string().max(200).optional(),
  S3_SECRET_KEY: z.string().max(200).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** A replica of that database, from which long reads are served. */
  DATABASE_READ_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** The most connections that this process opens to PostgreSQL. */
  DATABASE_CONNECTIONS: integerWithin(2, 500).default(10),
  /** One Redis, or several nodes of one cluster. One of them must answer. */
  REDIS_URL: z
    .string()
    .transform((list) => list.split(',').map((url) => url.trim()))
    .pipe(z.array(z.url({ protocol: /^rediss?$/ })).max(20))
    .optional(),
  /** Lets several installations share one Redis. */
  REDIS_PREFIX: z
    .string()
    .regex(/^[\w:-]{1,60}$/)
    .default('rodada'),
  /** Links are made of it, so it must have no search and no fragment. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .regex(/^[^?#]*$/)
    .optional(),
  /** Trust X-Forwarded-For of a proxy in front: 'true', a number of hops, or addresses. */
  TRUST_PROXY: z.string().transform(trustProxy).optional(),
  /** Multiplies every rate limit; below 1 is stricter. */
  RATE_LIMIT_FACTOR: decimalWithin(0.01, 1_000_000).default(1),
  /** What a password costs to hash with argon2id: KiB of memory, passes, lanes. The default is OWASP's recommendation. */
  PASSWORD_COST: z
    .string()
    .transform(passwordCost)
    .default({ memory: 19 * 1024, passes: 2, parallelism: 1 }),
  /** Connections of pages that one network address may have open on this process. */
  SOCKETS_PER_ADDRESS: integerWithin(1, Number.MAX_SAFE_INTEGER).default(5000),
  /** The mail server, smtp://user:password@host:587 or smtps://…; without it the program sends no mail. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Who mail comes from, 'Rodada <rodada@exemplo.com.br>' or the address alone. */
  MAIL_FROM: z
    .string()
    .max(320)
    .regex(/^(?:[^<>@\r\n]{1,100} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)
    .optional(),
  /** Seals what the database keeps of second factors. After a change people sign in with their recovery codes. */
  SECRET: z.string().min(32).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  /** The OAuth app that connects people's GitHub accounts: both or neither. */
  GITHUB_CLIENT_ID: z.string().max(200).optional(),
  GITHUB_CLIENT_SECRET: z.string().max(200).optional(),
  /** github.com, or a GitHub Enterprise host with its API. */
  GITHUB_URL: z.url({ protocol: /^https?$/ }).default('https://github.com'),
  GITHUB_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Sign-in with a provider of the company: its address and what it knows this installation by. */
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .regex(/^[^?#]*$/)
    .refine(isSecureOrOwn)
    .optional(),
  OIDC_CLIENT_ID: z.string().max(300).optional(),
  /** Without it this is a public client, which PKCE protects alone. */
  OIDC_CLIENT_SECRET: z.string().max(500).optional(),
  /** What the provider is called on the button. */
  OIDC_NAME: z.string().trim().max(60).optional(),
  /** Whom the provider may bring as new: everybody whom the rule of the installation takes, nobody, or only addresses of some domains. */
  OIDC_SIGN_UP: z.string().transform(oidcSignUp).default('yes'),
  OIDC_LINK_BY_EMAIL: onOff.default(false),
  OIDC_AUTO_REDIRECT: onOff.default(false),
  OIDC_ROLE_CLAIM: z.string().trim().max(200).optional(),
  OIDC_GROUPS_CLAIM: z.string().trim().max(200).optional(),
  /** 'off': nobody signs in or up with a password. */
  PASSWORD_LOGIN: onOff.default(true),
  /** Hosts of this network, 'host' or 'host:port', that people's integrations may reach besides public ones. */
  OUTGOING_HOSTS: z
    .string()
    .regex(/^[a-z0-9.-]+(:\d{1,5})?(\s*,\s*[a-z0-9.-]+(:\d{1,5})?)*$/)
    .optional(),
  /** 'off' keeps every room out of the public list, whatever the room says. */
  PUBLIC_ROOMS: onOff.default(true),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

/** The expected form of a setting, shown when the value is wrong. */
const hints: Record<keyof typeof Settings.shape, string> = {
  PORT: 'use um número de 0 a 65535',
  HOST: 'use um endereço desta máquina, como 127.0.0.1 ou 0.0.0.0',
  DATA_DIR: 'use o caminho de uma pasta',
  FILES_DIR: 'use o caminho de uma pasta',
  FILE_MAX_BYTES: 'use um número inteiro de 1 a 2000000000',
  BOARD_FILES_MAX_BYTES: 'use um número inteiro a partir de 1',
  FILES_KEEP_FREE_BYTES: 'use um número inteiro a partir de 0',
  S3_ENDPOINT: 'use um endereço com http:// ou https://, sem o nome do bucket',
  S3_BUCKET: 'use o nome do bucket, com letras minúsculas, números, pontos e hifens',
  S3_REGION: 'use o nome da região, como us-east-1',
  S3_ACCESS_KEY: 'use no máximo 200 caracteres',
  S3_SECRET_KEY: 'use no máximo 200 caracteres',
  DATABASE_URL: 'use um endereço postgres://usuario:senha@servidor/banco',
  DATABASE_READ_URL: 'use um endereço postgres://usuario:senha@servidor/banco, de uma réplica de DATABASE_URL',
  DATABASE_CONNECTIONS: 'use um número inteiro de 2 a 500',
  REDIS_URL: 'use um endereço redis://servidor:6379 ou rediss://…, ou vários de um cluster, separados por vírgulas',
  REDIS_PREFIX: 'use até 60 letras sem acento, números e os sinais _ - :',
  PUBLIC_URL: 'use o endereço que as pessoas abrem, com http:// ou https:// e sem ? nem #',
  TRUST_PROXY: 'use true, false, um número de proxies, ou endereços IP e faixas deles, separados por vírgula',
  RATE_LIMIT_FACTOR: 'use um número de 0.01 a 1000000, com ponto e não vírgula',
  PASSWORD_COST: 'use m=19456,t=2,p=1, com mais memória (KiB) ou mais passadas',
  SOCKETS_PER_ADDRESS: 'use um número inteiro a partir de 1',
  SMTP_URL: 'use um endereço smtp://usuario:senha@servidor:587 ou smtps://…',
  MAIL_FROM: 'use um endereço de e-mail, só ou como em Rodada <rodada@exemplo.com.br>',
  SECRET: 'use 32 caracteres ou mais',
  METRICS_TOKEN: 'use 16 caracteres ou mais',
  GITHUB_CLIENT_ID: 'use no máximo 200 caracteres',
  GITHUB_CLIENT_SECRET: 'use no máximo 200 caracteres',
  GITHUB_URL: 'use um endereço com http:// ou https://',
  GITHUB_API_URL: 'use um endereço com http:// ou https://',
  OIDC_ISSUER: 'use o endereço https:// do provedor, sem ? nem #; http:// só vale para esta máquina',
  OIDC_CLIENT_ID: 'use no máximo 300 caracteres',
  OIDC_CLIENT_SECRET: 'use no máximo 500 caracteres',
  OIDC_NAME: 'use no máximo 60 caracteres',
  OIDC_SIGN_UP: 'use yes, no, ou domínios separados por vírgula, como empresa.com.br',
  OIDC_LINK_BY_EMAIL: 'use on ou off',
  OIDC_AUTO_REDIRECT: 'use on ou off',
  OIDC_ROLE_CLAIM: 'use o nome de um claim, com no máximo 200 caracteres',
  OIDC_GROUPS_CLAIM: 'use o nome de um claim, com no máximo 200 caracteres',
  PASSWORD_LOGIN: 'use on ou off',
  OUTGOING_HOSTS: 'use host ou host:porta, em minúsculas e sem http://, separados por vírgula',
  PUBLIC_ROOMS: 'use on ou off',
  LOG_LEVEL: 'use fatal, error, warn, info, debug, trace ou silent',
}

export type Config = {
  port: number
  host: string
  dataDir: string
  /** `dir` is where files arrive, and where they stay unless there is a bucket. Sizes in bytes. */
  files: { dir: string; bucket: Bucket | undefined; maxBytes: number; boardMaxBytes: number; keptFree: number }
  databaseUrl: string | undefined
  /** A replica for long reads. */
  databaseReadUrl: string | undefined
  databaseConnections: number
  redisUrls: readonly string[] | undefined
  /** In braces, so that a cluster keeps everything of ours in one slot: an order then holds among all of it. */
  redisPrefix: string
  publicUrl: string | undefined
  /** Whether the address at a hop is a proxy of ours; hop 0 is the nearest. */
  trustProxy: (address: string, hop: number) => boolean
  rateLimitFactor: number
  passwordCost: { memory: number; passes: number; parallelism: number }
  socketsPerAddress: number
  /** undefined when the program sends no mail. */
  mail: { url: string; from: string } | undefined
  /** undefined when second factors are stored as they are. */
  secret: string | undefined
  metricsToken: string | undefined
  /** undefined when people cannot connect GitHub. The addresses end without '/'. */
  github: { clientId: string; clientSecret: string; url: string; apiUrl: string } | undefined
  /** undefined when nobody signs in by a provider. */
  oidc: OidcConfig | undefined
  passwordLogin: boolean
  outgoingHosts: string[]
  publicRooms: boolean
  logLevel: z.infer<typeof Settings>['LOG_LEVEL']
}

/** `clientSecret` undefined: a public client. `name` undefined: the page has words of its own. */
export type OidcConfig = {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  name: string | undefined
  signUp: 'yes' | 'no' | string[]
  linkByEmail: boolean
  autoRedirect: boolean
  roleClaim: string | undefined
  groupsClaim: string | undefined
}

/**
 * Reads the settings from environment variables; one that is empty or blank counts as unset.
 * @throws StartRefusal with one line per wrong setting
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = Settings.safeParse(given)
  if (!parsed.success) {
    const names = new Set(parsed.error.issues.map(({ path: [name] }) => name as keyof typeof hints))
    throw refusal([...names].map((name) => `${name}: ${hints[name]}.`))
  }
  const settings = parsed.data
  if (settings.REDIS_URL && !settings.DATABASE_URL) {
    throw refusal(['REDIS_URL: vários processos precisam de DATABASE_URL (PostgreSQL).'])
  }
  if (settings.DATABASE_READ_URL && !settings.DATABASE_URL) {
    throw refusal(['DATABASE_READ_URL: uma réplica precisa de DATABASE_URL, o banco em que se grava.'])
  }
  if ((settings.GITHUB_CLIENT_ID === undefined) !== (settings.GITHUB_CLIENT_SECRET === undefined)) {
    throw refusal(['GITHUB_CLIENT_ID: para conectar o GitHub, diga também GITHUB_CLIENT_SECRET, e o contrário.'])
  }
  if ((settings.OIDC_ISSUER === undefined) !== (settings.OIDC_CLIENT_ID === undefined)) {
    throw refusal(['OIDC_ISSUER: para entrar pelo provedor da empresa, diga também OIDC_CLIENT_ID, e o contrário.'])
  }
  if (!settings.PASSWORD_LOGIN && settings.OIDC_ISSUER === undefined) {
    throw refusal(['PASSWORD_LOGIN: sem OIDC_ISSUER ninguém entraria. Ligue a senha ou diga o provedor.'])
  }
  const { SMTP_URL, MAIL_FROM } = settings
  // Links in mail do not use the Host header of a request, because the sender of the request chooses it.
  if (SMTP_URL && !(MAIL_FROM && settings.PUBLIC_URL)) {
    throw refusal(['SMTP_URL: para enviar e-mails, diga também MAIL_FROM e PUBLIC_URL.'])
  }
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: settings.DATA_DIR,
    files: {
      dir: settings.FILES_DIR ?? join(settings.DATA_DIR, 'files'),
      bucket: bucket(settings),
      maxBytes: settings.FILE_MAX_BYTES,
      boardMaxBytes: settings.BOARD_FILES_MAX_BYTES,
      keptFree: settings.FILES_KEEP_FREE_BYTES,
    },
    databaseUrl: settings.DATABASE_URL,
    databaseReadUrl: settings.DATABASE_READ_URL,
    databaseConnections: settings.DATABASE_CONNECTIONS,
    redisUrls: settings.REDIS_URL,
    redisPrefix: `{${settings.REDIS_PREFIX}}`,
    publicUrl: settings.PUBLIC_URL,
    trustProxy: settings.TRUST_PROXY ?? (() => false),
    rateLimitFactor: settings.RATE_LIMIT_FACTOR,
    passwordCost: settings.PASSWORD_COST,
    socketsPerAddress: settings.SOCKETS_PER_ADDRESS,
    mail: SMTP_URL && MAIL_FROM ? { url: SMTP_URL, from: MAIL_FROM } : undefined,
    secret: settings.SECRET,
    metricsToken: settings.METRICS_TOKEN,
    github: github(settings),
    oidc: oidc(settings),
    passwordLogin: settings.PASSWORD_LOGIN,
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

function oidc(settings: z.output<typeof Settings>): Config['oidc'] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name } = settings
  if (!issuer || !clientId) return undefined
  const { OIDC_SIGN_UP: signUp, OIDC_LINK_BY_EMAIL: linkByEmail, OIDC_AUTO_REDIRECT: autoRedirect } = settings
  const { OIDC_ROLE_CLAIM: roleClaim, OIDC_GROUPS_CLAIM: groupsClaim } = settings
  return { issuer, clientId, clientSecret, name, signUp, linkByEmail, autoRedirect, roleClaim, groupsClaim }
}

/** @throws StartRefusal when a part of it is missing */
function bucket(settings: z.output<typeof Settings>): Config['files']['bucket'] {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: name, S3_REGION: region, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = settings
  if (endpoint && name && accessKey && secretKey) return { endpoint, bucket: name, region, accessKey, secretKey }
  if (endpoint || name || accessKey || secretKey)
    throw refusal(['S3_ENDPOINT: para guardar arquivos em um bucket, diga também S3_BUCKET, S3_ACCESS_KEY e S3_SECRET_KEY.'])
  return undefined
}

const refusal = (lines: readonly string[]): StartRefusal =>
  new StartRefusal(`Configuração inválida:\n${lines.map((line) => `  ${line}\n`).join('')}Veja a tabela de configurações no README.`)

/** Ranges that proxy-addr knows by name. */
const namedRanges = ['loopback', 'linklocal', 'uniquelocal']

/** As in a stored hash, 'm=19456,t=2,p=1'. */
function passwordCost(text: string, context: z.RefinementCtx): Config['passwordCost'] {
  const [, memory = 0, passes = 0, parallelism = 0] = (/^m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})$/.exec(text.trim()) ?? []).map(Number)
  if (passes < 1 || parallelism < 1 || memory < 8 * parallelism) context.addIssue({ code: 'custom' })
  return { memory, passes, parallelism }
}

/** Without TLS who is on the way would sign in as anybody; on this machine itself there is no way. */
function isSecureOrOwn(text: string): boolean {
  const url = URL.parse(text)
  if (!url) return false
  const { protocol, hostname } = url
  return protocol === 'https:' || hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

function oidcSignUp(text: string, context: z.RefinementCtx): OidcConfig['signUp'] {
  const value = text.trim().toLowerCase()
  if (value === 'yes' || value === 'no') return value
  const domains = value.split(',').map(domainText)
  if (!domains.every(isDomain)) context.addIssue({ code: 'custom' })
  return domains
}

function trustProxy(text: string, context: z.RefinementCtx): Config['trustProxy'] {
  const value = text.trim()
  if (value === 'false') return () => false
  if (value === 'true') return () => true
  if (/^\d+$/.test(value)) return (_address, hop) => hop < Number(value)
  const ranges = value.split(',').map((range) => range.trim())
  try {
    // proxy-addr takes "1" and "1.5" for addresses, in the notation of early systems.
    if (ranges.every((range) => namedRanges.includes(range) || isIP(range.replace(/\/[^/]*$/, '')))) return compile(ranges)
  } catch {
    // The range is not one.
  }
  context.addIssue({ code: 'custom' })
  return z.NEVER
}
