import type { PluginContext } from '@waypost/sdk';
import { z } from 'zod';
import { refreshHosts } from '../homeless/refresh-hosts.ts';
import type { ReadSettings } from '../settings.ts';
import { DOMAIN_FAILING, DOMAIN_WORKING } from '../watching/events.ts';
import type { Surroundings } from '../watching/look.ts';
import { defineDriving, RESERVE_JOB } from './operation.ts';
import { liftPolicy, offerAfterPolicy } from './policy-blocks.ts';
import { reserveRound } from './round.ts';

/** What others tell of a name: docs/http.md, "Watched domains". */
const zDomainEvent = z.object({ host: z.string().min(1), policy: z.boolean() });

/** Keeps spares that take over by themselves after a technical failure, and are offered to a person after a policy block. */
export async function mountReserve(
  context: PluginContext,
  { readSettings, around }: { readSettings: ReadSettings; around: () => Promise<Surroundings> },
): Promise<void> {
  defineDriving(context);
  context.jobs.define(RESERVE_JOB, (_data, signal) =>
    reserveRound(context, { readSettings, around, signal }),
  );
  // What is believed is read from the store: an event that nobody heard is only ten seconds late.
  await context.jobs.every('10 seconds', RESERVE_JOB);
  context.events.on(DOMAIN_FAILING, async (payload) => {
    const { host, policy } = zDomainEvent.parse(payload);
    if (policy) {
      await offerAfterPolicy(context, host);
      await refreshHosts(context, [host]);
    }
    await context.jobs.now(RESERVE_JOB);
  });
  context.events.on(DOMAIN_WORKING, async (payload) => {
    const { host, policy } = zDomainEvent.parse(payload);
    if (policy) {
      await liftPolicy(context, host);
      await refreshHosts(context, [host]);
    }
    await context.jobs.now(RESERVE_JOB);
  });
}
