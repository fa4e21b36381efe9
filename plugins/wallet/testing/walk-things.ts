import type { Views, Walker, WalkPlace } from '../../../tests/e2e/walk/plugin-walk.ts';

/** A plan that is sold. */
export async function makeThings({ walkers }: WalkPlace): Promise<(walker: Walker) => Views> {
  const plan = { name: 'Walked plan', price: '9900000', state: 'on' };
  await walkers.super.api.call('vip_combo/add', plan);
  const views = { pay_config: ['?tab=providers'], bill: ['?tab=closing'] };
  const membership = [`?id=${walkers.customer.owner.id}&tab=wallet.person_membership`];
  return ({ name, may }) =>
    may('system.user:read_all') || name === 'agent' ? { ...views, user_list: membership } : views;
}
