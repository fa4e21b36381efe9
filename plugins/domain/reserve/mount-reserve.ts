import type { PluginContext } from '@waypost/sdk';
import { z } from 'zod';
import { refreshHosts } from '../homeless/refresh-hosts.ts';
import type { ReadSettings } from '../settings.ts';
import { DOMAIN_FAILING, DOMAIN_WORKING, POLICY_FAILING, POLICY_WORKING } from '../watching/events.ts';
import type { Surroundings } from '../watching/look.ts';
import { settleSpares } from './keep-spares.ts';
import { defineDriving, RESERVE_JOB } from './operation.ts';
import { liftPolicy, offerAfterPolicy } from './policy-blocks.ts';
import { reserveRound } from './round.ts';

/** What others tell of a name: docs/http.md, "Watched domains". */
const zDomainEvent = z.object({ host: z.string().min(1), policy: z.boolean() });

/** So often all spares are held against the domains: a change that was cut off before what follows from it is caught up with. */
const SETTLE_MS = 3_600_000;

/** Keeps spares that take over by themselves after a technical failure, and are offered to a person after a policy block. */
export async function mountReserve(
  context: PluginContext,
  { readSettings, around }: { readSettings: ReadSettings; around: () => Promise<Surroundings> },
): Promise<void> {
  defineDriving(context);
  let settled = Number.NEGATIVE_INFINITY;
  context.jobs.define(RESERVE_JOB, async (_data, signal) => {
    const now = context.clock.now();
    const isWhole = Math.abs(now - settled) >= SETTLE_MS;
    await reserveRound(context, { readSettings, around, signal, isWhole });
    if (isWhole) settled = now;
  });
  context.hooks.after('domain.domain.update', ({ row }) =>
    row === null ? undefined : settleSpares(context, [String(row.name)]),
  );
  // What is believed is read from the store: an event that nobody heard is only ten seconds late.
  await context.jobs.every('10 seconds', RESERVE_JOB);
  for (const name of [DOMAIN_FAILING, POLICY_FAILING])
    context.events.on(name, async (payload) => {
      const { host, policy } = zDomainEvent.parse(payload);
      if (policy) {
        await offerAfterPolicy(context, host);
        await refreshHosts(context, [host]);
      }
      await context.jobs.now(RESERVE_JOB);
    });
  for (const name of [DOMAIN_WORKING, POLICY_WORKING])
    context.events.on(name, async (payload) => {
      const { host, policy } = zDomainEvent.parse(payload);
      if (policy) {
        await liftPolicy(context, host);
        await refreshHosts(context, [host]);
      }
      await context.jobs.now(RESERVE_JOB);
    });
}
