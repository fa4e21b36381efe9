import type { OrderSteps } from '../../chain/watching/watch.ts';
import type { Wallet } from '../../wallet.ts';
import { transferResolve } from './calls.ts';
import { resolveTransfer } from './resolve.ts';
import { transferResource } from './resource.ts';

/** Mounts what was seen on the chain, with the inbox of what matches nothing. */
export function mountTransfers(wallet: Wallet, steps: OrderSteps): void {
  const { context } = wallet;
  context.resource(transferResource, {
    present: async (rows) => rows.map((row) => ({ ...row, timestamp: row.time })),
  });
  context.call(transferResolve, (body, request) => resolveTransfer(wallet, steps, body, request));
  context.menu(
    {
      route: 'usdt_transaction_record',
      parent: 'payments',
      sort: 30,
      icon: 'stamp',
      roles: ['administrator'],
    },
    'wallet.transfer:read',
    [
      'wallet.transfer:resolve',
      ...['wallet.bank_top_up:read', 'wallet.bank_top_up:read_all', 'wallet.bank_top_up:decide'],
    ],
  );
}
