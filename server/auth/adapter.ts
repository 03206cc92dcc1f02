import { errors } from 'oidc-provider'
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import type pg from 'pg'

interface Row {
  payload: AdapterPayload
  consumed: number | null
}

const columns = 'payload, floor(extract(epoch from consumed_at))::int as consumed'
/** Default lifetime of rows without their own. */
const defaultLifeS = 3600

/** Storage of the embedded issuer's sessions, interactions, codes and grants: one row each, expired by the database's clock. */
class PostgresAdapter implements Adapter {
  readonly #pool: pg.Pool
  readonly #model: string

  constructor(pool: pg.Pool, model: string) {
    this.#pool = pool
    this.#model = model
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn = defaultLifeS): Promise<void> {
    await this.#pool.query(
      `insert into oidc_payload (model, id, payload, grant_id, user_code, uid, expires_at)
       values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
       on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
         user_code = excluded.user_code, uid = excluded.uid, expires_at = excluded.expires_at`,
      [
        this.#model,
        id,
        JSON.stringify(payload),
        payload.grantId ?? null,
        payload.userCode ?? null,
        payload.uid ?? null,
        expiresIn,
      ],
    )
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return this.#one('id', id)
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#one('uid', uid)
  }

  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#one('user_code', userCode)
  }

  /** Of two concurrent redemptions of a code one succeeds. */
  async consume(id: string): Promise<void> {
    const { rowCount } = await this.#pool.query(
      'update oidc_payload set consumed_at = now() where model = $1 and id = $2 and consumed_at is null',
      [this.#model, id],
    )
    if (rowCount !== 1) throw new errors.InvalidGrant('already consumed')
  }

  async destroy(id: string): Promise<void> {
    await this.#pool.query('delete from oidc_payload where model = $1 and id = $2', [this.#model, id])
  }

  /** Everything issued under a grant, of any model. */
  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#pool.query('delete from oidc_payload where grant_id = $1', [grantId])
  }

  async #one(column: 'id' | 'uid' | 'user_code', value: string): Promise<AdapterPayload | undefined> {
    const { rows } = await this.#pool.query<Row>(
      `select ${columns} from oidc_payload where model = $1 and ${column} = $2 and expires_at > now()`,
      [this.#model, value],
    )
    const row = rows[0]
    if (!row) return undefined
    return row.consumed === null ? row.payload : { ...row.payload, consumed: row.consumed }
  }
}

/** The issuer's storage on the application's connection pool. */
export function postgresAdapter(pool: pg.Pool): AdapterFactory {
  return (model) => new PostgresAdapter(pool, model)
}
