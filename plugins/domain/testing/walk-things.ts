import { tabs, type Views, type Walker, type WalkPlace } from '../../../tests/e2e/walk/plugin-walk.ts';
import { type Database, type Row, withStore } from '../../../tests/security/world.ts';
import { makeDomain, makeForward, makeWatch } from './matrix.ts';

/** A proved domain for everybody, and one of the platform in reserve. */
export async function makeThings({ product, walkers }: WalkPlace): Promise<(walker: Walker) => Views> {
  const { api: root } = walkers.super;
  const domains: Record<string, string> = {};
  const named = { name: 'walked.example.org' };
  const lent = (await root.call<{ id: string }>('domain_list/add_platform', named)).content.id;
  const offered = await withStore(product, async (database) => {
    for (const walker of Object.values(walkers)) domains[walker.name] = await ownDomain(walker, database);
    return giveReserve(database, lent);
  });
  const of = (name: string) => domains[name] ?? '';
  return ({ name, may }) => {
    const shown = of(name === 'agent' ? 'agent' : 'customer');
    const domain = tabs(shown, 'codes', 'forwards', 'settings');
    const ofPlatform = may('domain.domain:read_all') ? [`?id=${lent}`] : [];
    return {
      domain_monitor: tabs(shown, 'history'),
      hold_domain: ['?list=take_overs', `?id=${offered}`],
      // What is kept for the own other ones is the reader's own.
      domain_list: name === 'agent' ? domain : [...domain, `?id=${of(name)}`, ...ofPlatform],
    };
  };
}

/** A name of the platform in reserve, and that a policy blocks it, which a person decides about. Answers the take-over. */
async function giveReserve(database: Database, domain: string): Promise<string> {
  const now = new Date();
  const columns = { version: 1, create_time: now, update_time: now, remove_time: null, remove_by: null };
  const named = { shown: 'walked.example.org', name: 'walked.example.org', type: 1 };
  const id = Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString('hex');
  const rows = (name: string) => database.collection<Row>(name);
  await rows('domain_spare').insertOne({ _id: domain, ...columns, ...named, position: 0 });
  await rows('domain_take_over').insertOne({
    _id: id,
    ...columns,
    ...named,
    from_domain: domain,
    holder: '0'.repeat(24),
    state: 'offered',
    to_shown: '',
    to_name: '',
    to_domain: '',
    reason: 'policy',
    fault: '',
    hint: 'policy',
    is_policy: true,
    is_open: true,
    holds_spare: false,
    is_unsettled: true,
    notices: [],
    has_notices: false,
    total: 0,
    codes: 0,
    returned: 0,
    left: 0,
    begun_by: '',
    back_by: '',
    begin_time: null,
    moved_time: null,
    works_time: null,
    back_time: null,
  });
  return id;
}

/** A proved domain of the own, by its id: all that can be done with one is there. */
async function ownDomain({ owner }: Walker, database: Database): Promise<string> {
  const rows = (name: string) => database.collection<Row>(name);
  const make = (work: typeof makeDomain, name: string) =>
    work({ owner, collection: database.collection<Row>(name) });
  const id = await make(makeDomain, 'domain_domain');
  await rows('domain_domain').updateOne({ _id: id }, { $set: { state: 'proved' } });
  const made = await make(makeWatch, 'domain_watches');
  const row = await rows('domain_watches').findOneAndDelete({ _id: made });
  if (row !== null)
    await rows('domain_watches').replaceOne({ _id: id }, { ...row, _id: id }, { upsert: true });
  const forward = await make(makeForward, 'domain_forward');
  await rows('domain_forward').updateOne({ _id: forward }, { $set: { domain: id } });
  return id;
}
