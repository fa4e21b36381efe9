import type { Target } from '../screens/qr_code_list/resource.ts';

type NamedTarget = Pick<Target, 'url' | 'contact' | 'pool'>;
type Say = (key: string) => string;

/** What a target is called: its address, the name of its contact, or that it is a picture or a pool. */
export function targetName({ url, contact, pool }: NamedTarget, say: Say): string {
  return url ?? contact?.name ?? say(pool === undefined ? 'qr.code.target.picture' : 'qr.code.target.pool');
}

/** What tells targets apart in a column: an address without its scheme, and else what they are called. */
export function targetPlace(target: NamedTarget, say: Say): string {
  const { url } = target;
  return url === undefined ? targetName(target, say) : url.replace(/^https?:\/\//i, '').replace(/\/$/, '');
}
