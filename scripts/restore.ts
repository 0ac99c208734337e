/**
 * npm run restore -- <file>: puts a backup in the place of the SQLite database in DATA_DIR. With PostgreSQL, and without a file,
 * what pg_restore leaves to do. The server must be stopped.
 */
import { isAbsolute, resolve } from 'node:path'
import { readConfig } from '../packages/server/src/platform/config.ts'
import { StartRefusal } from '../packages/server/src/platform/http/errors.ts'
import { startFailure } from '../packages/server/src/platform/start-failure.ts'
import { finishPostgresRestore, type Restored, restoreBackup } from '../packages/server/src/restore.ts'

const [given] = process.argv.slice(2)
try {
  const { dataDir, databaseUrl, files } = readConfig(process.env)
  const restored = databaseUrl ? await onPostgres(databaseUrl, dataDir) : await onSqlite(dataDir, files.bucket ? false : files.dir)
  console.log(
    `\nA cópia está no lugar, ${databaseUrl ? 'no banco de DATABASE_URL' : `em ${resolve(dataDir)}`}. Inicie a Rodada com npm start; todas as pessoas entram de novo.`,
  )
  console.log(
    'Precisam ser refeitos: convites à espera, códigos de recuperação, tokens pessoais, endereços de calendário, links públicos, salas abertas, avisos dos navegadores, contas do GitHub, webhooks, endereços do Slack e avisos para programas. Senhas, papéis e membros são os da cópia.',
  )
  if (restored?.putAside) console.log(`O banco de antes ficou em ${restored.putAside}.`)
  if (restored && restored.files.brought > 0) console.log(`Voltaram para a pasta dos arquivos: ${restored.files.brought}.`)
  if (restored && restored.files.missing.length > 0)
    console.log(
      `Não foram encontrados, ou estão danificados, ${restored.files.missing.length} arquivos:\n${restored.files.missing.join('\n')}`,
    )
} catch (error) {
  console.error(`\n${startFailure(error)}`)
  process.exit(1)
}

async function onSqlite(dataDir: string, filesDir: string | false): Promise<Restored> {
  if (!given) throw new StartRefusal('Diga qual cópia restaurar: npm run restore -- data/backups/<arquivo>.sqlite')
  const file = isAbsolute(given) ? given : resolve(process.cwd(), given)
  return restoreBackup({ file, dataDir, filesDir })
}

async function onPostgres(databaseUrl: string, dataDir: string): Promise<undefined> {
  if (given) throw new StartRefusal('Com PostgreSQL, restaure o arquivo com o pg_restore e rode npm run restore sem ele: veja o README.')
  await finishPostgresRestore({ databaseUrl, dataDir })
}
