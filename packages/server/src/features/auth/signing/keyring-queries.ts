import type { Db } from '../../../platform/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { createSecretBox, sealedLike } from '../../../platform/secrets/secret-box.ts'
import { newSecret } from '../../../platform/secrets/secrets.ts'

/** The key of a name, which is made when somebody first needs it. All processes of the installation share it. */
export type Keyring = (name: string, make: () => string | Promise<string>) => Promise<string>

export function createKeyring({ db, config }: Pick<Deps, 'db' | 'config'>): Keyring {
  const box = createSecretBox(config.secret)
  const known = new Map<string, Promise<string>>()

  const load = async (name: string, make: () => string | Promise<string>): Promise<string> => {
    const open = (sealed: string | undefined) => {
      try {
        return sealed === undefined ? undefined : box.open(sealed, name)
      } catch {
        // Sealed with a SECRET that is no longer set: what the old key signed no longer counts.
        return undefined
      }
    }
    const before = await findKey(db, name)
    const opened = open(before)
    if (opened !== undefined) return opened
    await storeKey(db, name, box.seal(await make(), name), before)
    const made = open(await findKey(db, name))
    if (made === undefined) throw new Error(`the key ${name} opens with another SECRET`)
    return made
  }

  return (name, make) => {
    const loading = known.get(name) ?? load(name, make)
    known.set(name, loading)
    loading.catch(() => known.delete(name))
    return loading
  }
}

const findKey = async (db: Db, name: string): Promise<string | undefined> =>
  (await db.selectFrom('instance_keys').select('value').where('name', '=', name).executeTakeFirst())?.value

/** Stores a key unless there is one, or in place of `instead`. Of several processes one wins, so read it again. */
async function storeKey(db: Db, name: string, value: string, instead: string | undefined): Promise<void> {
  if (instead === undefined) {
    await db
      .insertInto('instance_keys')
      .values({ name, value })
      .onConflict((oc) => oc.column('name').doNothing())
      .execute()
    return
  }
  await db.updateTable('instance_keys').set({ value }).where('name', '=', name).where('value', '=', instead).execute()
}

const mark = 'sealed'

/** Leaves word that what is kept from now on is sealed. */
export const noteSealing = async (deps: Pick<Deps, 'db' | 'config'>): Promise<void> => void (await createKeyring(deps)(mark, newSecret))

/** Whether the database keeps what only a SECRET opens: a start with one leaves a key that tells so. */
export const holdsSealed = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('instance_keys').select('name').where('value', 'like', sealedLike).limit(1).executeTakeFirst()) !== undefined
