import { errors, type ResultOf } from '@waypost/contract';
import type { PluginContext, SignedRequest } from '@waypost/sdk';
import type { ProviderPool } from '../../chain/providers/provider-pool.ts';
import { namesOf } from '../../money/names-of.ts';
import type { KeyFacts, Signer } from '../../signing/signer.ts';
import { refreshAccount, refreshAccounts } from './balances.ts';
import { tronImport, tronMake, tronRefresh, tronRemove, tronSigner, tronWatch } from './calls.ts';
import { tronResource } from './resource.ts';
import { cursors, takeAccounts, takeKey } from './rows.ts';

/** Name of the job. */
export const TRON_JOB = 'tend_accounts';

/** Mounts the accounts on Tron: what the signer's keys are, have, and how the signer is. */
export async function mountTron(context: PluginContext, pool: ProviderPool, signer: Signer): Promise<void> {
  context.resource(tronResource);
  cursors(context);
  const taken = async (key: KeyFacts, verb: string, request: SignedRequest) => {
    const row = await takeKey(context, key);
    const { id, address, kind } = key;
    await context.audit({
      type: `wallet.tron.${verb}`,
      target: String(row._id),
      request,
      after: { address, kind, number: id },
    });
    return { id: String(row._id), address };
  };
  context.call(tronMake, async (_body, request) => taken(await signer.makeKey(), 'make', request));
  context.call(tronImport, async ({ secret }, request) =>
    taken(await signer.importKey(secret), 'import', request),
  );
  context.call(tronWatch, async ({ xpub }, request) =>
    taken(await signer.importPublic(xpub), 'watch', request),
  );
  context.call(tronRemove, async ({ id }, request) => {
    const row = await context.model(tronResource).findById(id).lean();
    // A deposit address goes with its key.
    if (row === null || row.kind === 'deposit') throw errors.notFound.create();
    return taken(await signer.removeKey(row.key), 'remove', request);
  });
  context.call(tronRefresh, async ({ id }) => {
    const { balance_time, ...balances } = await refreshAccount(context, pool, id);
    return { ...balances, balance_time: balance_time.toISOString() };
  });
  context.call(tronSigner, () => describeSigner(context, signer));
  context.jobs.define(TRON_JOB, async (_data, signal) => {
    await takeAccounts(context, signer);
    await refreshAccounts(context, pool, signal);
  });
  await context.jobs.every('10 minutes', TRON_JOB);
  context.menu(
    { route: 'tron', parent: 'payments', sort: 15, icon: 'key', roles: ['administrator'] },
    'wallet.tron:read',
    ['create', 'update', 'delete'].map((verb) => `wallet.tron:${verb}`),
  );
}

/** Of a signer that says nothing. */
const NEVER = { restored_time: null, is_held: false } as const;

async function describeSigner(context: PluginContext, signer: Signer): Promise<ResultOf<typeof tronSigner>> {
  const status = await signer.status();
  const closed = { head: '', seal_to: '', trusted: 0, waiting: [], limits: null, ...NEVER };
  if (status.state !== 'open')
    return { ...closed, state: status.state, reason: status.state === 'locked' ? status.reason : null };
  const { head, seal_to, trusted, offered, limits, restored_time, is_held } = status;
  const names = await namesOf(
    context,
    offered.map(({ approver }) => approver),
  );
  const { network, contract, collect_to, receivers, single, daily, two_above } = limits;
  return {
    state: 'open',
    reason: null,
    head,
    seal_to,
    trusted: trusted.length,
    restored_time,
    is_held,
    waiting: offered.map(({ approver, fingerprint }) => ({
      account: names[approver] ?? approver,
      fingerprint,
    })),
    limits: { network, contract, collect_to, receivers: receivers.length, single, daily, two_above },
  };
}
