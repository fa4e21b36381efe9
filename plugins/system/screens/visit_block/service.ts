import { errors } from '@waypost/contract';
import type { ResourceBinding } from '@waypost/sdk';
import { ipBlockOf, type PlatformContext } from '@waypost/sdk/platform';
import { pageHostOf } from './page-host.ts';
import { visitBlock } from './resource.ts';

/** Rows of one owner: they are in the memory of every process that answers visits. */
export const MOST_VISIT_BLOCKS = 1_000;

/** Whoever keeps people out of the whole installation decides for every code. */
const EVERYWHERE = 'system.ip_black:create';

/** The functions behind resource `system.visit_block`. */
export function bindVisitBlocks(context: PlatformContext): ResourceBinding<typeof visitBlock> {
  const model = context.model(visitBlock);
  return {
    beforeCreate: async (body, { request, session }) => {
      const { caller } = request;
      const owner = caller.id;
      const applies_to = caller.isSuper || caller.permissions.has(EVERYWHERE) ? 'all' : 'own';
      const found = readBlock(body.value, context.installation.trustedProxies());
      if ('fault' in found) throw faultAt(found.fault);
      // Addresses that are refused everywhere have a list of their own, with ends and for calls, too.
      if (applies_to === 'all' && found.kind === 'address') throw faultAt('everywhere');
      if (await model.exists({ owner, value: found.value }).session(session)) throw faultAt('known');
      const count = await model.countDocuments({ owner }).session(session);
      if (count >= MOST_VISIT_BLOCKS) throw faultAt('count', { most: MOST_VISIT_BLOCKS });
      return { ...body, ...found, applies_to };
    },
  };
}

type Fault = 'form' | 'loopback' | 'own' | 'proxy' | 'everywhere' | 'known' | 'count';

function readBlock(
  text: string,
  proxies: readonly string[],
): { kind: 'address' | 'page'; value: string } | { fault: Fault } {
  // Whoever refuses the own address can still take it off the list.
  const address = ipBlockOf({ text, own: undefined, proxies });
  if ('ip' in address) return { kind: 'address', value: address.ip };
  if (address.fault !== 'form') return address;
  const host = pageHostOf(text);
  return host === undefined ? { fault: 'form' } : { kind: 'page', value: host };
}

function faultAt(fault: Fault, params: Record<string, number> = {}) {
  return errors.invalidInput.create(
    {},
    { errors: [{ path: 'value', message: `system.visit_block.fault.${fault}`, params }] },
  );
}
