import { newId } from '@waypost/sdk';
import { z } from 'zod';
import { readPayConfig } from '../../chain/config/pay-config.ts';
import { followRun } from '../../collection/follow-run.ts';
import { cancelRun, requireFree } from '../../collection/open-run.ts';
import { planCollection } from '../../collection/plan.ts';
import { collectionLines, collectionRuns } from '../../collection/run.ts';
import type { Sender } from '../../sending/sender.ts';
import { collectionFacts, collectionPlan, collectionStart } from './calls.ts';
import { sendingResource } from './resource.ts';

/** Name of the operation. */
const KIND = 'collection';
const zInput = z.strictObject({ id: z.string(), least: z.string() });

/** Mounts what was sent, and collecting what lies at deposit addresses. */
export function mountSendings(sender: Sender): void {
  const { context } = sender;
  context.resource(sendingResource);
  collectionRuns(context);
  collectionLines(context);
  context.operations.define(KIND, {
    input: zInput,
    run: (run) => followRun(sender, run),
    unfinished: ({ id }) => cancelRun(sender, id),
  });
  context.call(collectionFacts, async () => {
    const { collect_least, collect_to } = await readPayConfig(context);
    return { least: collect_least, receiver: collect_to };
  });
  context.call(collectionPlan, ({ least }) => planCollection(sender, least));
  context.call(collectionStart, async ({ least }, request) => {
    await requireFree(sender);
    const id = newId(context);
    await context.audit({ type: 'wallet.sending.collect', target: id, after: { amount: least }, request });
    return context.operations.start(KIND, { name: id, input: { id, least } }, request);
  });
  context.menu(
    {
      route: 'tron_transaction_summary',
      parent: 'payments',
      sort: 28,
      icon: 'nav',
      roles: ['administrator'],
    },
    'wallet.sending:read',
    ['wallet.sending:collect'],
  );
}
