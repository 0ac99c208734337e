/** npm run copy-to-postgres: copies the SQLite instance in DATA_DIR into the PostgreSQL database DATABASE_URL. The server must be stopped. */
import { existsSync } from 'node:fs'
import { copyToPostgres } from '../packages/server/src/copy-to-postgres.ts'
import { readConfig } from '../packages/server/src/platform/config.ts'
import { StartRefusal } from '../packages/server/src/platform/http/errors.ts'
import { secretFile } from '../packages/server/src/platform/secrets/generated-secret.ts'
import { startFailure } from '../packages/server/src/platform/start-failure.ts'

try {
  const { dataDir, databaseUrl, files, secret } = readConfig(process.env)
  if (!databaseUrl) throw new StartRefusal('Diga para onde copiar: DATABASE_URL=postgres://… npm run copy-to-postgres')
  const { tables, rows } = await copyToPostgres({
    dataDir,
    databaseUrl,
    secret,
    onTable: (name, index, count) => console.log(`${String(index).padStart(2)}/${count} ${name}`),
  })
  console.log(`\n${rows} linhas em ${tables} tabelas, conferidas dos dois lados.`)
  const file = secretFile(dataDir)
  const known = existsSync(file) ? `, em SECRET, o conteúdo de ${file}` : ' o SECRET com que a instalação rodava'
  console.log(`Inicie a Rodada com a mesma DATABASE_URL e${secret ? ' o mesmo SECRET' : known}.`)
  if (!files.bucket)
    console.log(`Os arquivos dos cartões continuam em ${files.dir}: todos os processos precisam alcançar essa pasta, por FILES_DIR.`)
  console.log('O banco SQLite ficou como estava; não inicie mais a Rodada com ele.')
} catch (error) {
  console.error(`\n${startFailure(error)}`)
  process.exit(1)
}
