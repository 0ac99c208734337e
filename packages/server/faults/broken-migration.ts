/**
 * Loaded by a server process before the program (`--import`): a version whose last migration does much and then fails or, with
 * FAULT_MIGRATION=mended, does not.
 */
import { type Kysely, sql } from 'kysely'
import { migrations } from '../src/migrations/all.ts'

migrations['9998-soundness'] = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table soundness (id integer primary key, said text not null)`.execute(db)
  },
}
migrations['9999-halfway'] = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table cards add column mood text`.execute(db)
    await sql`update cards set mood = 'boa', title = title || ' !'`.execute(db)
    await sql`delete from comments`.execute(db)
    await sql`insert into soundness (id, said) values (1, 'um')`.execute(db)
    const target = process.env.FAULT_MIGRATION === 'mended' ? 'soundness' : 'nowhere'
    await sql`insert into ${sql.table(target)} (id, said) values (2, 'dois')`.execute(db)
  },
}
