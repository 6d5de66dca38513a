import { loadFully } from '../load/load.ts'
import { asked, invited, welcomes, type RequestType } from '../service/requests.ts'
import { startService, type Service } from '../service/start-service.ts'
import type { SimulatedServices } from '../service/services-process.ts'
import type { Point } from './growth.ts'
import { leastOfEach } from './least.ts'

/** Rows of earlier users, none of which is old enough to be deleted. */
function rowsOf(users: number): string {
  const each = `from generate_series(1, ${users}) n`
  return `
    truncate registrations, idempotency_keys, accounts, outbox, spent_tokens, limits;
    insert into accounts (tenant_id, uid, email, first_name, last_name, company)
      select '', 'old-' || n, 'old-' || n || '@acme.example', 'A', 'B', 'C' ${each};
    insert into registrations (id, state, tenant_id, uid, language, invitation_id, finished_at)
      select gen_random_uuid(), 'created', '', 'old-' || n, 'tr', 'old-' || n, now() ${each};
    insert into outbox (id, kind, registration_id, state, finished_at)
      select gen_random_uuid(), 'account-created', gen_random_uuid(), 'sent', now() ${each};
    insert into spent_tokens select 'old-' || n, now() + interval '1 hour' ${each};
    insert into limits select 'old-' || n, 1, now() + interval '1 hour' ${each};
    insert into audit (action, outcome, uid) select 'welcome', 'done', 'old-' || n ${each};
    analyze`
}

export interface RowFigures {
  welcome: Point
  registration: Point
}

/** The time of a welcome and of a registration beside the rows of this many users. */
export async function requestsByRows(
  users: number,
  services: SimulatedServices,
): Promise<RowFigures> {
  const service = await startService('Postgres', await services.ask('addresses'))
  try {
    await services.run(rowsOf(users))
    await services.ask('forget')
    const timeOf = async (type: RequestType) => {
      const { p50 } = await loadFully({ port: service.port, connections: 4, seconds: 1, ...type })
      return p50
    }
    await timeOf(invited)
    const types = [async () => welcomes(await services.ask('newUsers', 1000)), async () => invited]
    const [welcome = NaN, registration = NaN] = await leastOfEach(types, 5, async (type) =>
      timeOf(await type()),
    )
    return {
      welcome: { size: users, cost: welcome },
      registration: { size: users, cost: registration },
    }
  } finally {
    await service.close()
  }
}

/** The seconds until this many old rows in each of three tables are deleted. */
export async function retentionByRows(rows: number, services: SimulatedServices): Promise<Point> {
  const addresses = await services.ask('addresses')
  const each = `from generate_series(1, ${rows}) n`
  await services.run(`
    truncate registrations, idempotency_keys, outbox, limits;
    insert into limits select 'old-' || n, 1, now() - interval '1 day' ${each};
    insert into outbox (id, kind, registration_id, state, finished_at)
      select gen_random_uuid(), 'account-created', gen_random_uuid(), 'sent',
        now() - interval '30 days' ${each};
    insert into registrations (id, state, tenant_id, uid, language, created_at)
      select gen_random_uuid(), 'asked', '', 'old-' || n, 'tr', now() - interval '30 days' ${each};
    analyze`)
  const startedAt = performance.now()
  const service = await startService('Postgres', addresses)
  try {
    await untilGone(services)
    return { size: rows, cost: (performance.now() - startedAt) / 1000 }
  } finally {
    await service.close()
  }
}

async function untilGone(services: SimulatedServices): Promise<void> {
  const left = `do $$ begin
    if exists (select from limits where key like 'old-%') or exists (select from outbox)
      or exists (select from registrations) then raise exception 'rows are left'; end if;
  end $$`
  for (;;) {
    const isGone = await services.succeeds(left)
    if (isGone) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Emails per second while many wait, through a mail server that takes this long for each. */
export async function emailRate(emails: number, services: SimulatedServices): Promise<number> {
  const service = await startService('Postgres', await services.ask('addresses'))
  try {
    await loadFully({ port: service.port, connections: 16, seconds: 60, ...asked(emails) })
    const startedAt = performance.now()
    const waiting = await waitingMails(service)
    let left = waiting
    while (left > 0) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      left = await waitingMails(service)
    }
    return (waiting / (performance.now() - startedAt)) * 1000
  } finally {
    await service.close()
  }
}

async function waitingMails(service: Service): Promise<number> {
  return (await service.metrics()).get('foyer_outbox_waiting') ?? NaN
}
